#!/bin/sh
# Runs after the deb or the rpm was installed or upgraded. An AppArmor that does not know user namespaces (before 4.0)
# does not ask for a profile either, and could not read ours.
set -e
profile=/usr/share/connector-desk/apparmor
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
  install -m 644 "$profile" /etc/apparmor.d/connector-desk
  # In a chroot there is no kernel to load it into: the next start of the system does.
  apparmor_parser --replace /etc/apparmor.d/connector-desk >/dev/null 2>&1 || true
fi
