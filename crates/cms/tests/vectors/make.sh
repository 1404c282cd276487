#!/usr/bin/env bash
# Made the files of this folder once, with OpenSSL 3.0 and Debian's libengine-gost-openssl: keys, certificates,
# revocation lists and CMS signatures of every kind that this crate accepts or refuses. The keys protect nothing. Not
# run by the tests: running it again gives other bytes of the same meaning.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
rm -rf -- *.pem *.key *.cms *.bin work
mkdir work

# The message: 32 bytes, as the digest of a document is.
printf 'a statement of salaries' | openssl dgst -sha256 -binary > message.bin

cat > work/openssl.cnf <<'CNF'
[ca]
default_ca = own
[own]
database = work/index.txt
crlnumber = work/crlnumber
default_crl_days = 36500
default_md = sha256
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[authority_without_below]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[authority_without_usage]
basicConstraints = critical,CA:TRUE
keyUsage = critical,digitalSignature
subjectKeyIdentifier = hash
[narrows_names]
basicConstraints = critical,CA:TRUE
nameConstraints = permitted;DNS:bank.example
[narrows_policies]
basicConstraints = critical,CA:TRUE
policyConstraints = requireExplicitPolicy:0
[pretender]
basicConstraints = critical,CA:FALSE
keyUsage = critical,keyCertSign,digitalSignature
subjectKeyIdentifier = hash
[person]
keyUsage = critical,digitalSignature,nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[encrypts]
keyUsage = critical,keyEncipherment
subjectKeyIdentifier = hash
[unknown_critical]
keyUsage = critical,digitalSignature
1.2.3.4.5 = critical,ASN1:NULL
[bare]
subjectKeyIdentifier = none
authorityKeyIdentifier = none
[partial_list]
deltaCRL = critical,ASN1:INTEGER:1
[issuing]
issuingDistributionPoint = critical,@point
[point]
onlyuser = TRUE
CNF

key() { # NAME ALGORITHM OPTION...
  local name=$1; shift
  openssl genpkey -out "$name.key" -algorithm "$@" 2>/dev/null
}
root() { # NAME SUBJECT EXTENSIONS OPTION...
  local name=$1 subject=$2 extensions=$3; shift 3
  openssl req -new -x509 -key "$name.key" -utf8 -subj "$subject" -days 36500 -out "$name.pem" \
    -config <(printf '[req]\ndistinguished_name=dn\n[dn]\n'; cat work/openssl.cnf) -extensions "$extensions" "$@"
}
issued() { # NAME SUBJECT ISSUER EXTENSIONS OPTION...
  local name=$1 subject=$2 issuer=$3 extensions=$4; shift 4
  openssl req -new -key "$name.key" -utf8 -subj "$subject" -out "work/$name.csr" \
    -config <(printf '[req]\ndistinguished_name=dn\n[dn]\n') "${ENGINE[@]}"
  openssl x509 -req -in "work/$name.csr" -CA "$issuer.pem" -CAkey "$issuer.key" -days 36500 -out "$name.pem" \
    -extfile work/openssl.cnf -extensions "$extensions" "$@" "${ENGINE[@]}" 2>/dev/null
}
signed() { # NAME SIGNER OPTION...
  local name=$1 signer=$2; shift 2
  openssl cms -sign -binary -in message.bin -signer "$signer.pem" -inkey "$signer.key" -outform DER -out "$name.cms" "$@" "${ENGINE[@]}"
}
ENGINE=()
P256=(EC -pkeyopt ec_paramgen_curve:P-256)

# Authorities.
key root "${P256[@]}";                         root root '/O=Bank/CN=Root' authority
key root-rsa RSA -pkeyopt rsa_keygen_bits:3072; root root-rsa '/O=Bank/CN=RSA root' authority -sha384
key foreign "${P256[@]}";                      root foreign '/O=Elsewhere/CN=Root' authority
key impostor "${P256[@]}";                     root impostor '/O=Bank/CN=Root' bare
key intermediate EC -pkeyopt ec_paramgen_curve:P-384; issued intermediate '/O=Bank/CN=Intermediate' root authority -sha512
key narrow "${P256[@]}";                       issued narrow '/O=Bank/CN=Narrow' root authority_without_below
key below-narrow "${P256[@]}";                 issued below-narrow '/O=Bank/CN=Below narrow' narrow authority
key unfit "${P256[@]}";                        root unfit '/O=Bank/CN=Unfit' authority_without_usage
key pretender "${P256[@]}";                    root pretender '/O=Bank/CN=Pretender' pretender
key narrows-names "${P256[@]}";                root narrows-names '/O=Bank/CN=Narrows names' narrows_names
key narrows-policies "${P256[@]}";             root narrows-policies '/O=Bank/CN=Narrows policies' narrows_policies

# People.
key p256 "${P256[@]}";                         issued p256 '/O=ООО «Ромашка»/CN=Иванова' root person
key p384 EC -pkeyopt ec_paramgen_curve:P-384;  issued p384 '/CN=P-384' intermediate person
key rsa RSA -pkeyopt rsa_keygen_bits:2048;     issued rsa '/CN=RSA' root-rsa person -sha512
key rsa4096 RSA -pkeyopt rsa_keygen_bits:4096; issued rsa4096 '/CN=RSA 4096' root-rsa person -sigopt rsa_padding_mode:pss -sha256
key pss RSA-PSS -pkeyopt rsa_keygen_bits:2048; issued pss '/CN=PSS key' root person
key short RSA -pkeyopt rsa_keygen_bits:1024;   issued short '/CN=Short' root person
key p521 EC -pkeyopt ec_paramgen_curve:P-521;  issued p521 '/CN=P-521' root person
key ed25519 ED25519;                           issued ed25519 '/CN=Ed25519' root person
key stranger "${P256[@]}";                     issued stranger '/CN=Stranger' foreign person
key forged "${P256[@]}";                       issued forged '/CN=Forged' impostor bare
key encrypts "${P256[@]}";                     issued encrypts '/CN=Encrypts' root encrypts
key critical "${P256[@]}";                     issued critical '/CN=Critical' root unknown_critical
key by-person "${P256[@]}";                    issued by-person '/CN=Issued by a person' p256 person
key by-unfit "${P256[@]}";                     issued by-unfit '/CN=Issued by the unfit' unfit person
key by-pretender "${P256[@]}";                 issued by-pretender '/CN=Issued by the pretender' pretender person
key by-below "${P256[@]}";                     issued by-below '/CN=Below below narrow' below-narrow person
key by-narrow "${P256[@]}";                    issued by-narrow '/CN=Below narrow' narrow person

# Accepted.
signed p256-sha256 p256 -cades -md sha256
signed p256-sha512 p256 -cades -md sha512
signed p384-sha384 p384 -cades -md sha384
signed p384-sha256 p384 -cades -md sha256
signed rsa-sha256 rsa -cades -md sha256
signed rsa-sha384 rsa -cades -md sha384
signed rsa-sha512 rsa4096 -cades -md sha512
signed pss-sha256 rsa -cades -md sha256 -keyopt rsa_padding_mode:pss -keyopt rsa_pss_saltlen:32
signed pss-sha384 rsa4096 -cades -md sha384 -keyopt rsa_padding_mode:pss -keyopt rsa_pss_saltlen:20
signed pss-sha512 rsa4096 -cades -md sha512 -keyopt rsa_padding_mode:pss -keyopt rsa_pss_saltlen:max
signed pss-key pss -cades -md sha256 -keyopt rsa_padding_mode:pss -keyopt rsa_pss_saltlen:32
signed key-identifier p256 -cades -keyid
signed without-certificate p256 -cades -nocerts
signed with-chain p384 -cades -md sha384 -certfile intermediate.pem
# OpenSSL writes indefinite lengths only around a content, which is cut out here (the element [0] with the octets of
# the message).
signed embedded-stream p256 -cades -nodetach -stream
{ head -c 48 embedded-stream.cms; tail -c +91 embedded-stream.cms; } > stream.cms
signed two-signers p256 -cades -signer rsa.pem -inkey rsa.key
# Signed by the one, then by the other.
openssl cms -resign -binary -inform DER -in p256-sha256.cms -signer p384.pem -inkey p384.key -md sha256 -cades -outform DER -out resigned.cms

# Refused.
signed sha1 p256 -cades -md sha1
signed no-cades p256 -md sha256
signed no-attributes p256 -noattr
signed embedded p256 -cades -nodetach
signed content-type p256 -cades -econtent_type 1.2.3.4
signed short short -cades
signed p521 p521 -cades -md sha512
signed ed25519 ed25519 -cades -md sha512 || rm -f ed25519.cms
signed pss-sha1-mask rsa -cades -md sha256 -keyopt rsa_padding_mode:pss -keyopt rsa_mgf1_md:sha1
signed stranger stranger -cades
printf 'something else' > work/other.bin
openssl cms -sign -binary -in work/other.bin -signer p256.pem -inkey p256.key -cades -outform DER -out other-message.cms
openssl crl2pkcs7 -nocrl -certfile p256.pem -outform DER -out no-signers.cms
openssl cms -encrypt -binary -in message.bin -outform DER -out enveloped.cms -aes256 rsa.pem

# Revocation lists.
: > work/index.txt; echo 01 > work/crlnumber
revoke() { openssl ca -config work/openssl.cnf -keyfile root.key -cert root.pem -revoke "$1.pem" -batch 2>/dev/null; }
list() { # NAME AUTHORITY OPTION...
  local name=$1 authority=$2; shift 2
  openssl ca -config work/openssl.cnf -keyfile "$authority.key" -cert "$authority.pem" -gencrl -out "$name.pem" "$@" 2>/dev/null
}
list list-empty root
revoke p256; revoke intermediate
list list root
list list-partial root -crlexts partial_list
list list-point root -crlexts issuing
list list-narrow narrow
list list-impostor impostor

# GOST R 34.10-2012 with 256 bits, on every set of curve parameters that it has names for.
ENGINE=(-engine gost)
gost() { openssl genpkey "${ENGINE[@]}" -algorithm gost2012_256 -pkeyopt "paramset:$2" -out "$1.key" 2>/dev/null; }
gost gost-root A
openssl req -new -x509 "${ENGINE[@]}" -key gost-root.key -md_gost12_256 -subj '/O=Bank/CN=GOST root' -days 36500 -out gost-root.pem \
  -config <(printf '[req]\ndistinguished_name=dn\n[dn]\n'; cat work/openssl.cnf) -extensions authority
for set in A B C XA XB TCA TCB TCC TCD; do
  if gost "gost-$set" "$set"; then
    issued "gost-$set" "/CN=GOST $set" gost-root person -md_gost12_256
    signed "gost-$set" "gost-$set" -cades -md md_gost12_256
  fi
done

# Keys in the forms that are read, and none of the others.
openssl ec -in p256.key -out p256-sec1.key 2>/dev/null
openssl pkcs8 -topk8 -in p256.key -passout pass:secret -out p256-encrypted.key
mkdir work/kept && mv p256.key p256-sec1.key p256-encrypted.key p384.key rsa.key work/kept && rm -- *.key && mv work/kept/*.key .
rm -rf work
