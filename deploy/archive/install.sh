#!/bin/sh
# Installs this release as a service of systemd, or replaces an older one. Run it as root:
#   ./install.sh [--url https://studio.example] [--no-start] [--root <folder>]
# It creates the user `polymuse`, /opt/polymuse/<version>, /etc/polymuse.env and the unit. Settings
# and data that are already there stay. `--root` installs below a folder, for images of machines.
set -eu

url=''
root=''
start=yes
while [ $# -gt 0 ]; do
  case $1 in
    --url) url=${2:?--url needs an address} && shift 2 ;;
    --root) root=${2:?--root needs a folder} && shift 2 ;;
    --no-start) start=no && shift ;;
    *) echo "install.sh: unknown option $1" >&2 && exit 2 ;;
  esac
done
if [ -n "$root" ]; then
  start=no
elif [ "$(id -u)" != 0 ]; then
  echo 'install.sh: run it as root' >&2
  exit 1
fi

here=$(dirname -- "$(readlink -f -- "$0")")
version=$("$here/polymuse" version)
home="$root/opt/polymuse"
settings="$root/etc/polymuse.env"
unit="$root/etc/systemd/system/polymuse.service"

if [ -z "$root" ] && ! id polymuse >/dev/null 2>&1; then
  useradd --system --home-dir /var/lib/polymuse --shell /usr/sbin/nologin polymuse
fi

# The new version lies beside the old one, which may still run. The link changes in one step.
mkdir -p "$home" "$root/etc/systemd/system"
if [ "$here" != "$home/$version" ]; then
  rm -rf "$home/.$version.part"
  cp -R "$here" "$home/.$version.part"
  [ "$(id -u)" != 0 ] || chown -R 0:0 "$home/.$version.part"
  rm -rf "$home/.$version.old"
  [ ! -e "$home/$version" ] || mv "$home/$version" "$home/.$version.old"
  mv "$home/.$version.part" "$home/$version"
  rm -rf "$home/.$version.old"
fi

if [ ! -e "$settings" ]; then
  umask 077
  example="$here/deploy/polymuse.env.example"
  if [ -n "$url" ]; then
    sed "s|^HUB_URL=.*|HUB_URL=$url|" "$example" >"$settings"
  else
    # Without a public address, Polymuse answers on this machine only.
    sed -e 's|^HUB_URL=|#HUB_URL=|' -e 's|^TRUST_PROXY=|#TRUST_PROXY=|' "$example" >"$settings"
  fi
  umask 022
fi

sed -e 's|^WorkingDirectory=.*|WorkingDirectory=/opt/polymuse/current|' \
  -e 's|^ExecStart=.*|ExecStart=/opt/polymuse/current/polymuse start|' \
  -e '/^# The same as `npm start`/d' \
  "$here/deploy/polymuse.service" >"$unit"

ln -sfn "$version" "$home/.current"
mv -T "$home/.current" "$home/current"
echo "Polymuse $version is in $home/current, its settings are in $settings"

if [ "$start" = yes ]; then
  systemctl daemon-reload
  systemctl enable --quiet polymuse
  systemctl restart polymuse
  journalctl --unit polymuse --since '-1min' --output cat --no-pager | grep 'setup=' | tail -n 1 || :
else
  echo 'Start it with: systemctl daemon-reload && systemctl enable --now polymuse'
fi
