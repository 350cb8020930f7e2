"""What Redis does in one step: the queue of jobs. Each script gets the name space first.

Keys, after the name space:
  job:{id}      task, priority, owner, asker, attempts, hurried, and the worker that has it
  queue:{p}     jobs of a priority that wait, by their place in the fair order
  turn:{p}      the fair order's clock; turns:{p} the last place of each owner (a game): an
                owner's second job comes after the first jobs of all others
  latest        the priority of the job that was taken last: after a short one comes a strong one
  running       jobs that a worker has, by the time at which it is believed dead
  result:{id}   an answer, kept for a while in case the message about it is lost
Channels: `work` says that a job waits, `worker:{name}` that one shall end, `answers:{server}`
carries results.
"""

_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""

HAND_IN = """
local space, id, priority, owner = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local job = space .. 'job:' .. id
if redis.call('EXISTS', job, space .. 'result:' .. id) > 0 then return 0 end
redis.call('HSET', job, 'priority', priority, 'owner', owner, 'asker', ARGV[4],
  'task', ARGV[5], 'hurried', ARGV[6], 'attempts', 0)
local turn = tonumber(redis.call('GET', space .. 'turn:' .. priority) or 0)
local last = tonumber(redis.call('HGET', space .. 'turns:' .. priority, owner) or 0)
local place = math.max(turn, last) + 1
redis.call('HSET', space .. 'turns:' .. priority, owner, place)
redis.call('ZADD', space .. 'queue:' .. priority, place, id)
redis.call('PUBLISH', space .. 'work', priority)
return 1
"""
"""(id, priority, owner, asker, task, hurried): a job waits. Known ones stay as they are."""

ACQUIRE = (
    _NOW
    + """
local space, worker, life = KEYS[1], ARGV[1], tonumber(ARGV[2])
local wanted = {}
for i = 3, #ARGV do wanted[#wanted + 1] = tonumber(ARGV[i]) end
local latest = tonumber(redis.call('GET', space .. 'latest') or 2)
if wanted[3] == 2 and latest < 2 then wanted[1], wanted[2], wanted[3] = 2, 0, 1 end
for _, priority in ipairs(wanted) do
  local queue = space .. 'queue:' .. priority
  while true do
    local found = redis.call('ZPOPMIN', queue)
    if #found == 0 then
      redis.call('DEL', space .. 'turn:' .. priority, space .. 'turns:' .. priority)
      break
    end
    local id, place = found[1], tonumber(found[2])
    if place > 0 then redis.call('SET', space .. 'turn:' .. priority, place) end
    local job = space .. 'job:' .. id
    local fields = redis.call('HMGET', job, 'asker', 'owner', 'task', 'hurried')
    if fields[1] and redis.call('EXISTS', space .. 'server:' .. fields[1]) == 1 then
      redis.call('HSET', job, 'worker', worker)
      redis.call('HINCRBY', job, 'attempts', 1)
      redis.call('ZADD', space .. 'running', now + life, id)
      redis.call('SET', space .. 'latest', priority)
      return {id, priority, fields[2], fields[3], fields[4]}
    end
    redis.call('DEL', job)
  end
end
return {}
"""
)
"""(worker, life, priorities…) → a job of one of these, the most urgent first, at tables short (0,
1) and strong ones (2) by turns; none whose asker is dead."""

PROGRESS = (
    _NOW
    + """
local space, worker, life = KEYS[1], ARGV[1], tonumber(ARGV[2])
local lost, hurried = {}, {}
for i = 3, #ARGV do
  local job = space .. 'job:' .. ARGV[i]
  local fields = redis.call('HMGET', job, 'worker', 'asker', 'hurried')
  if fields[1] == worker and redis.call('EXISTS', space .. 'server:' .. fields[2]) == 1 then
    redis.call('ZADD', space .. 'running', now + life, ARGV[i])
    if fields[3] == '1' then hurried[#hurried + 1] = ARGV[i] end
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return {lost, hurried}
"""
)
"""(worker, life, ids…): still at it → those that nobody wants from this worker any more, and
those that shall come to their end: the word may have been lost, or came before the job did."""

FINISH = """
local space, worker, id = KEYS[1], ARGV[1], ARGV[2]
local job = space .. 'job:' .. id
local fields = redis.call('HMGET', job, 'worker', 'asker')
if fields[1] ~= worker then return 0 end
redis.call('DEL', job)
redis.call('ZREM', space .. 'running', id)
redis.call('SET', space .. 'result:' .. id, ARGV[3], 'PX', ARGV[4])
redis.call('PUBLISH', space .. 'answers:' .. fields[2], ARGV[3])
return 1
"""
"""(worker, id, answer, time to keep it): done, unless another worker has it by now."""

GIVE_BACK = """
local space, worker = KEYS[1], ARGV[1]
for i = 2, #ARGV do
  local job = space .. 'job:' .. ARGV[i]
  local fields = redis.call('HMGET', job, 'worker', 'priority')
  if fields[1] == worker then
    redis.call('HDEL', job, 'worker')
    redis.call('HINCRBY', job, 'attempts', -1)
    redis.call('ZREM', space .. 'running', ARGV[i])
    redis.call('ZADD', space .. 'queue:' .. fields[2], 0, ARGV[i])
    redis.call('PUBLISH', space .. 'work', fields[2])
  end
end
"""
"""(worker, ids…): a worker that ends in good order lets another do them, at once."""

REAP = (
    _NOW
    + """
local space, most, failed, keep = KEYS[1], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local dead = redis.call('ZRANGEBYSCORE', space .. 'running', '-inf', now)
for _, id in ipairs(dead) do
  redis.call('ZREM', space .. 'running', id)
  local job = space .. 'job:' .. id
  local fields = redis.call('HMGET', job, 'attempts', 'priority', 'asker')
  if fields[1] and tonumber(fields[1]) >= most then
    redis.call('DEL', job)
    local answer = cjson.encode({id = id, error = failed})
    redis.call('SET', space .. 'result:' .. id, answer, 'PX', keep)
    redis.call('PUBLISH', space .. 'answers:' .. fields[3], answer)
  elseif fields[1] then
    redis.call('HDEL', job, 'worker')
    redis.call('ZADD', space .. 'queue:' .. fields[2], 0, id)
    redis.call('PUBLISH', space .. 'work', fields[2])
  end
end
return #dead
"""
)
"""(attempts, what to say, time to keep it): dead workers' jobs go to the head of the queue."""

STOP = """
local space, id, word = KEYS[1], ARGV[1], ARGV[2]
local job = space .. 'job:' .. id
local fields = redis.call('HMGET', job, 'worker', 'priority')
if not fields[2] then return end
redis.call('HSET', job, 'hurried', 1)
if fields[1] then redis.call('PUBLISH', space .. 'worker:' .. fields[1], word .. id) end
if word == 'c' then
  redis.call('DEL', job)
  redis.call('ZREM', space .. 'running', id)
  redis.call('ZREM', space .. 'queue:' .. fields[2], id)
end
"""
"""(id, 'h' or 'c'): hurry to the best so far, or cancel: nobody wants it any more."""

CHECK = """
local space, found = KEYS[1], {}
for i = 1, #ARGV do
  local result = redis.call('GET', space .. 'result:' .. ARGV[i])
  found[i] = result or redis.call('EXISTS', space .. 'job:' .. ARGV[i])
end
return found
"""
"""(ids…) → for each the answer, or 1 if it waits or runs, or 0 if Redis has forgotten it."""

WAITING = """
return redis.call('ZCARD', KEYS[1] .. 'queue:' .. ARGV[1])
"""
"""(priority) → jobs of it that wait."""
