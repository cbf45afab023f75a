#!/usr/bin/env bash
# Makes the certificates of this folder anew, with OpenSSL 3. Keys are thrown away.
set -euo pipefail
cd "$(dirname "$0")"
out=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >ca.cnf <<'CNF'
[ca]
default_ca = made
[made]
database = index.txt
new_certs_dir = .
serial = serial
policy = any
unique_subject = no
email_in_dn = no
preserve = yes
[any]
countryName = optional
organizationName = optional
organizationalUnitName = optional
commonName = optional
[req]
distinguished_name = none
prompt = no
string_mask = utf8only
[none]
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[plain]
basicConstraints = CA:TRUE
[leaf]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = DNS:example.com
[unsaid]
keyUsage = critical,digitalSignature
[nosign]
basicConstraints = critical,CA:TRUE
keyUsage = critical,digitalSignature
CNF
: >index.txt

# key NAME ALGORITHM [OPTION...]
key() { openssl genpkey -quiet -algorithm "$2" -out "$1.key" "${@:3}" 2>/dev/null; }
# cert NAME EXTENSIONS FROM TO DIGEST [ISSUER]: self-signed unless ISSUER is given; subject in $subject
cert() {
  local signer=(-selfsign -keyfile "$1.key")
  [ $# -lt 6 ] || signer=(-cert "$out/$6.pem" -keyfile "$6.key")
  openssl rand -hex 16 | sed 's/^./4/' >serial
  openssl req -new -utf8 -config ca.cnf -key "$1.key" -subj "${subject:-/C=DE/O=Example, Inc./CN=$1}" -out "$1.csr"
  openssl ca -batch -utf8 -notext -config ca.cnf -extensions "$2" -startdate "$3" -enddate "$4" -md "$5" "${signer[@]}" -in "$1.csr" -out "$out/$1.pem" 2>/dev/null
}
from=20200101000000Z
to=99991231235959Z

key rsa2048 RSA -pkeyopt rsa_keygen_bits:2048
key rsa2040 RSA -pkeyopt rsa_keygen_bits:2040
key rsa1024 RSA -pkeyopt rsa_keygen_bits:1024
key rsa3 RSA -pkeyopt rsa_keygen_bits:2048 -pkeyopt rsa_keygen_pubexp:3
key rsapss RSA-PSS -pkeyopt rsa_keygen_bits:2048
for curve in P-256 P-384 P-521 brainpoolP256r1 brainpoolP384r1 brainpoolP512r1 secp256k1 P-224; do key "$curve" EC -pkeyopt "ec_paramgen_curve:$curve" -pkeyopt ec_param_enc:named_curve; done
key explicit EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit
key ed25519 ED25519
key ed448 ED448
openssl genpkey -quiet -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:2048 -out dsa.params 2>/dev/null
openssl genpkey -quiet -paramfile dsa.params -out dsa.key

for name in rsa2048 rsa2040 rsa1024 rsa3 rsapss P-256 brainpoolP256r1 secp256k1 P-224 explicit dsa; do cert "$name" root "$from" "$to" sha256; done
for name in P-384 brainpoolP384r1; do cert "$name" root "$from" "$to" sha384; done
for name in P-521 brainpoolP512r1; do cert "$name" root "$from" "$to" sha512; done
cp ed25519.key example.key
subject='/O=Example, Inc./CN=Plant CA' cert example plain "$from" "$to" default
for name in ed25519 ed448; do cert "$name" root "$from" "$to" default; done

for name in plain leaf unsaid nosign expired future; do cp P-256.key "$name.key"; done
for name in plain leaf unsaid nosign; do cert "$name" "$name" "$from" "$to" sha256; done
cert expired root 20100101000000Z 20200101000000Z sha256
cert future root 99980101000000Z "$to" sha256
for md in sha1 md5 sha224; do cp rsa2048.key "$md.key"; cert "$md" root "$from" "$to" "$md"; done
cp rsa2048.key pss.key
openssl req -new -x509 -utf8 -config ca.cnf -key pss.key -subj /CN=pss -extensions root -days 36500 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32 -sha256 -out "$out/pss.pem"

# Below another authority; renewed: the same name, signed by the key before it.
for name in intermediate intermediate-sha1 below renewed; do cp P-384.key "$name.key"; done
cert intermediate root "$from" "$to" sha256 rsa2048
cert intermediate-sha1 root "$from" "$to" sha1 rsa2048
cert below leaf "$from" "$to" sha256 intermediate
cat >>ca.cnf <<'CNF'
[renewed]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid:always
CNF
subject='/C=DE/O=Example, Inc./CN=rsa2048' cert renewed renewed "$from" "$to" sha256 rsa2048

openssl req -new -utf8 -config ca.cnf -key rsa2048.key -subj /CN=version1 -out v1.csr
openssl x509 -req -in v1.csr -signkey rsa2048.key -days 36500 -out "$out/version1.pem" 2>/dev/null
cp "$out/P-256.pem" . && openssl x509 -in P-256.pem -text -out "$out/text.pem"
openssl x509 -in P-256.pem -trustout -addtrust serverAuth -out "$out/trusted.pem"
openssl req -new -config ca.cnf -key P-256.key -subj /CN=request -out "$out/request.pem"
