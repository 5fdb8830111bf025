#!/bin/sh
# Runs after the deb ("remove", "purge") or the last version of the rpm ("0") was removed, and not on an upgrade.
set -e
case "$1" in
  remove | purge | 0)
    if [ -f /etc/apparmor.d/connector-desk ]; then
      apparmor_parser --remove /etc/apparmor.d/connector-desk >/dev/null 2>&1 || true
      rm -f /etc/apparmor.d/connector-desk
    fi
    ;;
esac
