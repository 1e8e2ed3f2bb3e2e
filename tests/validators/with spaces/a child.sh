#!/bin/sh
cat >/dev/null
printf '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"%s"}}' "$1"
