import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Ed25519 (RFC 8032) over the root hash of a case file. */
export interface Seal {
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string
  readonly signature: string
}

/** Reads the owner's key, or creates one. Only the owner can read the file. */
export function ownKey(path: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(path))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const { privateKey } = generateKeyPairSync('ed25519')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
    return privateKey
  }
}

export const publicKeyText = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

const sealedText = (root: string): Buffer => Buffer.from(`holderscope case file ${root}`)

export function makeSeal(key: KeyObject, root: string): Seal {
  return { publicKey: publicKeyText(key), signature: sign(null, sealedText(root), key).toString('base64') }
}

export function isSealOf({ publicKey, signature }: Seal, root: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, sealedText(root), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

const SHOWN_BYTES = 16

/** A short name of a public key: the first bytes of its SHA-256. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, SHOWN_BYTES)
