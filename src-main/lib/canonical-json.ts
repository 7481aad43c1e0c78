import { createHash } from 'node:crypto'

/**
 * Canonical JSON: object keys sorted by code unit at every depth, no spaces, numbers as ECMAScript prints them.
 * Undefined members are left out, as in JSON.stringify.
 *
 * @throws TypeError for values without a JSON form (NaN, infinities, bigint, functions, undefined in an array), which must not become null
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${String(value)}`)
      return JSON.stringify(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalObject(value)
    default:
      throw new TypeError(`JSON has no ${typeof value}`)
  }
}

function canonicalObject(value: object): string {
  const members: string[] = []
  const record = value as Readonly<Record<string, unknown>>
  for (const key of Object.keys(record).sort()) {
    const member = record[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

/** Canonical JSON as UTF-8 bytes with their SHA-256 in hex. */
export function canonicalBytes(value: unknown): { json: Buffer; sha256: string } {
  const json = Buffer.from(canonicalJson(value), 'utf8')
  return { json, sha256: createHash('sha256').update(json).digest('hex') }
}
