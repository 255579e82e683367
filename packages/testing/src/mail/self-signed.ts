import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** A key and the certificate that it signed for itself, as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

// Just enough DER for one certificate: X.509 v3, P-256, for localhost and 127.0.0.1.
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));

/** Makes a certificate of this machine's loopback that nobody vouches for. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    // It is its own authority, and names whom it is for.
    sequence(
      oid('551d13'),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
    sequence(oid('551d11'), der(0x04, names)),
  );
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    commonName,
    publicKey,
    der(0xa3, extensions),
  );
  const signature = sign('sha256', toSign, createPrivateKey(privateKey));
  const certificate = sequence(
    toSign,
    ecdsaWithSha256,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
