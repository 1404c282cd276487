#!/usr/bin/env bash
# Made the files of this folder once, with OpenSSL 3.0 and Debian's libengine-gost-openssl: an authority with its
# revocation list, the certificates of two people, and their signatures under the statement of `payload.json`, all by GOST
# R 34.10-2012. The keys protect nothing. Not run by the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/index.txt"
echo 01 > "$work/crlnumber"
cat > "$work/openssl.cnf" <<CNF
[req]
distinguished_name = dn
[dn]
[ca]
default_ca = own
[own]
database = $work/index.txt
default_crl_days = 36500
crlnumber = $work/crlnumber
crl_extensions = list
default_md = md_gost12_256
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[list]
authorityKeyIdentifier = keyid
[person]
keyUsage = critical,digitalSignature,nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
CNF
gost() { openssl genpkey -engine gost -algorithm "gost2012_$2" -pkeyopt paramset:A -out "$work/$1.key"; }
gost root 256
openssl req -new -x509 -engine gost -key "$work/root.key" -md_gost12_256 -subj '/O=Bank/CN=GOST authority' -days 36500 \
  -out root.pem -config "$work/openssl.cnf" -extensions authority
openssl ca -engine gost -gencrl -config "$work/openssl.cnf" -cert root.pem -keyfile "$work/root.key" -out list.pem
# The payload is in its canonical form already.
printf '%s' "$(cat payload.json)" | openssl dgst -sha256 -binary > "$work/digest"
base64 -w0 "$work/digest" > digest.txt
sign() { # NAME BITS SUBJECT
  gost "$1" "$2"
  openssl req -new -engine gost -key "$work/$1.key" "-md_gost12_$2" -utf8 -subj "/CN=$3" -out "$work/$1.csr" \
    -config "$work/openssl.cnf"
  openssl x509 -req -engine gost -in "$work/$1.csr" -CA root.pem -CAkey "$work/root.key" -days 36500 -md_gost12_256 \
    -set_serial "0x$(openssl rand -hex 8)" -extfile "$work/openssl.cnf" -extensions person -out "$1.pem"
  openssl cms -sign -engine gost -binary -cades -md "md_gost12_$2" -in "$work/digest" -signer "$1.pem" \
    -inkey "$work/$1.key" -outform DER | base64 -w0 > "$1.cms.txt"
}
sign ivanova 256 Ivanova
sign petrov 512 Petrov
