#!/usr/bin/env bash
# Made the files `gost-512-*` of this folder once, with OpenSSL 3.0 and Debian's libengine-gost-openssl: GOST R 34.10-2012
# with 512 bits, on every set of curve parameters. The keys protect nothing. Not run by the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/openssl.cnf" <<'CNF'
[req]
distinguished_name = dn
[dn]
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[person]
keyUsage = critical,digitalSignature,nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
CNF
gost() { openssl genpkey -engine gost -algorithm gost2012_512 -pkeyopt "paramset:$2" -out "$work/$1.key"; }
gost root A
openssl req -new -x509 -engine gost -key "$work/root.key" -md_gost12_512 -subj '/O=Bank/CN=GOST 512 root' -days 36500 \
  -out gost-512-root.pem -config "$work/openssl.cnf" -extensions authority
for set in A B C; do
  gost "$set" "$set"
  openssl req -new -engine gost -key "$work/$set.key" -md_gost12_512 -subj "/CN=GOST 512 $set" -out "$work/$set.csr" \
    -config "$work/openssl.cnf"
  openssl x509 -req -engine gost -in "$work/$set.csr" -CA gost-512-root.pem -CAkey "$work/root.key" -days 36500 \
    -md_gost12_512 -set_serial "0x$(openssl rand -hex 8)" -extfile "$work/openssl.cnf" -extensions person -out "gost-512-$set.pem"
  openssl cms -sign -engine gost -binary -cades -md md_gost12_512 -in message.bin -signer "gost-512-$set.pem" \
    -inkey "$work/$set.key" -outform DER -out "gost-512-$set.cms"
done
