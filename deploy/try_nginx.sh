#!/bin/sh
# Try nginx/cornerwise.conf on this machine: try_nginx.sh PORT1 PORT2, with servers on these ports.
# It listens on 8443 with a certificate of its own making, until Ctrl-C.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
    -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
sed -e "s/8701/$1/; s/8702/$2/; s#/etc/ssl/games.example#$work#; s/games.example/localhost/" \
    -e "s/listen 443 ssl/listen 8443 ssl/; s/listen \[::\]:443.*;//; s/listen 80;/listen 8480;/" \
    -e "s/listen \[::\]:80;//" "$here/nginx/cornerwise.conf" > "$work/cornerwise.conf"
cat > "$work/nginx.conf" <<NGINX
daemon off;
pid $work/pid;
error_log $work/error.log;
events { worker_connections 4096; }
http { access_log off; include $work/cornerwise.conf; }
NGINX
nginx -t -q -c "$work/nginx.conf" && echo "https://localhost:8443/" && nginx -c "$work/nginx.conf"
