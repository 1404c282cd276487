set -euo pipefail
# Run by bash as root in a new Debian without systemd: what an operator does there, in the operator's order.
cd /root

# Waits until the process $1, whose words are in the file $2, is ready.
ready() {
    for attempt in $(seq 600); do
        curl --fail --silent http://127.0.0.1:8082/health/ready >ready.json && return
        kill -0 "$1" || break
        sleep 0.1
    done
    cat "$2"
    exit 1
}

dpkg --install @PACKAGE@
getent passwd clientbank
[[ "$(stat -c '%a %U %G' /etc/clientbank/clientbank.toml)" == '640 root clientbank' ]]
[[ "$(stat -c '%a %U %G' /var/lib/clientbank)" == '750 clientbank clientbank' ]]
clientbank --version

# The README against a demo.
clientbank demo >demo.log 2>&1 &
demo=$!
ready "$demo" demo.log
eval "$(clientbank demo token --user ivanova --company C00001)"
@README@
kill "$demo"
wait "$demo"

# A bank's first day. Its files are the demo's, without the authority that no bank trusts.
mkdir bank-files
cp clientbank-demo/import/* bank-files
rm bank-files/{certificate_authorities,revocation_lists,signing_certificates}.json
@FIRST_DAY@
key_line="$(sed -n 's/^#   (/(/p' /etc/clientbank/clientbank.toml)"
key="$(cat /etc/clientbank/master.key)"
[[ "$(stat -c '%a %U %G' /etc/clientbank/master.key)" == '640 root clientbank' ]]
if bash -c "$key_line"; then exit 1; fi
[[ "$(cat /etc/clientbank/master.key)" == "$key" ]]
as_service=(runuser -u clientbank -- env CLIENTBANK_CONFIGURATION=/etc/clientbank/clientbank.toml)
"${as_service[@]}" clientbank serve >serve.log 2>&1 &
service=$!
ready "$service" serve.log
# What root does meanwhile leaves no file that the service cannot open.
CLIENTBANK_CONFIGURATION=/etc/clientbank/clientbank.toml clientbank users lock ivanova
[[ -z "$(find /var/lib/clientbank ! -user clientbank)" ]]

# An upgrade leaves the service at work and says what comes next.
printf '# changed\n' >>/etc/clientbank/clientbank.toml
dpkg --install @PACKAGE@ | tee upgrade.log
grep --quiet 'migrate --plan' upgrade.log
grep --quiet '^# changed' /etc/clientbank/clientbank.toml
ready "$service" serve.log
CLIENTBANK_CONFIGURATION=/etc/clientbank/clientbank.toml clientbank backup --to /root/backup.db
[[ "$(ls /root/backup.db*)" == $'/root/backup.db\n/root/backup.db.sha256' ]]
kill "$service"
wait "$service" || true

dpkg --remove clientbank
[[ -e /etc/clientbank/clientbank.toml && ! -e /usr/bin/clientbank ]]
mkdir -p /etc/systemd/system/multi-user.target.wants
ln -s /lib/systemd/system/clientbank.service /etc/systemd/system/multi-user.target.wants/clientbank.service
dpkg --purge clientbank
[[ ! -e /etc/clientbank/clientbank.toml && ! -L /etc/systemd/system/multi-user.target.wants/clientbank.service ]]
[[ -e /etc/clientbank/master.key && -e /var/lib/clientbank/clientbank.db ]]
