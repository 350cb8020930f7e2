"""What Redis does in one step: leases. Each script gets the name space and its arguments.

Times come from Redis's own clock, so the servers' clocks need not agree.

Keys, after the name space:
  server:{id}   a server that lives; ends by itself when its heartbeat stops
  servers       the same as a sorted set by end, so that one survivor learns of each death
  owner:{game}  the server that owns a game: as long as `server:{that}` lives
  duty:{name}   the server that does a duty for all
"""

BEAT = """
local space, me, life = KEYS[1], ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lived = redis.call('EXISTS', space .. 'server:' .. me)
redis.call('SET', space .. 'server:' .. me, 1, 'PX', life)
redis.call('ZADD', space .. 'servers', now + life, me)
local dead = redis.call('ZRANGEBYSCORE', space .. 'servers', '-inf', now)
for _, server in ipairs(dead) do redis.call('ZREM', space .. 'servers', server) end
local duties = {}
for i = 4, 3 + tonumber(ARGV[3]) do
  local key = space .. 'duty:' .. ARGV[i]
  local holder = redis.call('GET', key)
  if not holder or holder == me then
    redis.call('SET', key, me, 'PX', life)
    duties[#duties + 1] = ARGV[i]
  end
end
local gone = {}
for i = 4 + tonumber(ARGV[3]), #ARGV do
  if redis.call('EXISTS', space .. 'server:' .. ARGV[i]) == 0 then gone[#gone + 1] = ARGV[i] end
end
return {lived, dead, duties, gone}
"""
"""A heartbeat: (me, life, number of duties, duties…, peers…) → whether the lease had lasted,
who died, which duties are mine, which of the peers are gone."""

CLAIM = """
local space, me, life = KEYS[1], ARGV[1], ARGV[2]
if redis.call('EXISTS', space .. 'server:' .. me) == 0 then return {} end
local owners = {}
for i = 3, #ARGV do
  local key = space .. 'owner:' .. ARGV[i]
  local owner = redis.call('GET', key)
  if not owner or owner == me or redis.call('EXISTS', space .. 'server:' .. owner) == 0 then
    redis.call('SET', key, me, 'PX', life)
    owner = me
  end
  owners[#owners + 1] = owner
end
return owners
"""
"""(me, life, games…) → the owner of each; nothing for a server whose own lease is over."""

RELEASE = """
for i = 2, #ARGV do
  local key = KEYS[1] .. 'owner:' .. ARGV[i]
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
"""
"""(me, games…): let go of what is mine."""

FAREWELL = """
redis.call('DEL', KEYS[1] .. 'server:' .. ARGV[1])
redis.call('ZREM', KEYS[1] .. 'servers', ARGV[1])
for i = 2, #ARGV do
  local key = KEYS[1] .. 'duty:' .. ARGV[i]
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
"""
"""(me, duties…): all that was mine is free at once."""

SECRET = """
local key = KEYS[1] .. 'secret'
local found = redis.call('GET', key)
if not found then redis.call('SET', key, ARGV[1]) return ARGV[1] end
if found ~= ARGV[1] and redis.call('ZCARD', KEYS[1] .. 'servers') == 0 then
  redis.call('SET', key, ARGV[1])
  return ARGV[1]
end
return found
"""
"""(fingerprint) → the fingerprint that the living servers share."""
