import { readFileSync } from 'node:fs'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { METADATA_PROGRAM, readMetaplexMetadata, readMintAccount } from './mint-account.ts'
import { programAddress } from '../../encoding/program-address.ts'
import { readTokenRow, ROW_SLICE } from '../holders/token-rows.ts'

interface Entry {
  readonly file: string
  readonly account: string
  readonly type: 'mint' | 'metaplex metadata' | 'token account'
  readonly mint?: string
  readonly owner?: string
  readonly amount_raw?: string
  readonly supply_raw?: string
  readonly decimals?: number
  readonly mint_authority?: string | null
  readonly freeze_authority?: string | null
  readonly update_authority?: string
  readonly name?: string
  readonly symbol?: string
  readonly uri?: string
  readonly extensions?: readonly {
    readonly extension: string
    readonly name?: string
    readonly symbol?: string
    readonly withheld_raw?: string
    readonly transfer_fee_config_authority?: string | null
    readonly older_transfer_fee?: RecordedFee
    readonly newer_transfer_fee?: RecordedFee
  }[]
}
interface RecordedFee {
  readonly epoch: number
  readonly maximum_fee_raw: string
  readonly basis_points: number
}
interface Answer {
  readonly result: { readonly value: { readonly data: readonly [string, string]; readonly owner: string } }
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`./fixtures/${path}`, import.meta.url), 'utf8'))
const { entries } = read('accounts/expected.json') as { entries: readonly Entry[] }
const accountOf = ({ file }: Entry): { program: string; data: Uint8Array } => {
  const { value } = (read(file) as Answer).result
  return { program: value.owner, data: base64.decode(value.data[0]) }
}
const ofType = (type: Entry['type']): (readonly [string, Entry])[] =>
  entries.filter((entry) => entry.type === type).map((entry) => [entry.account, entry])

describe('recorded accounts of mainnet', () => {
  test.each(ofType('mint'))('mint %s', (_account, entry) => {
    const { program, data } = accountOf(entry)
    const mint = readMintAccount(program, data)
    expect(mint).toMatchObject({
      supply: BigInt(entry.supply_raw ?? ''),
      decimals: entry.decimals,
      mintAuthority: entry.mint_authority,
      freezeAuthority: entry.freeze_authority,
    })
    expect(mint?.extensions).toHaveLength(entry.extensions?.length ?? 0)
    const fee = entry.extensions?.find((one) => one.extension === 'transferFeeConfig')
    const { older_transfer_fee: older, newer_transfer_fee: newer, withheld_raw: withheld = '0' } = fee ?? {}
    expect(mint?.transferFee ?? null).toEqual(
      older === undefined || newer === undefined
        ? null
        : {
            older: stepOf(older),
            newer: stepOf(newer),
            withheld: BigInt(withheld),
            authority: fee?.transfer_fee_config_authority,
          },
    )
    const names = entry.extensions?.find((one) => one.extension === 'tokenMetadata')
    if (names !== undefined) expect(mint?.metadata).toMatchObject({ name: names.name, symbol: names.symbol })
  })

  test.each(ofType('metaplex metadata'))('metadata %s, at the address derived from its mint', (account, entry) => {
    const { data } = accountOf(entry)
    expect(readMetaplexMetadata(data)).toEqual({
      updateAuthority: entry.update_authority,
      name: entry.name,
      symbol: entry.symbol,
      uri: entry.uri,
    })
    expect(programAddress(['metadata', keyBytes(METADATA_PROGRAM), keyBytes(entry.mint ?? '')], METADATA_PROGRAM)).toBe(account)
  })

  test.each(ofType('token account'))('token account %s', (account, entry) => {
    const { data } = accountOf(entry)
    const slice = data.subarray(ROW_SLICE.offset, ROW_SLICE.offset + ROW_SLICE.length)
    expect(readTokenRow(account, slice)).toEqual({ account, owner: entry.owner, raw: BigInt(entry.amount_raw ?? '') })
  })

  test('one kind of account is never taken for another, and no cut makes one up', () => {
    for (const entry of entries) {
      const { program, data } = accountOf(entry)
      if (entry.type !== 'mint') expect(readMintAccount(program, data)).toBeNull()
      if (entry.type !== 'metaplex metadata') expect(readMetaplexMetadata(data)).toBeNull()
      for (let length = 0; length < 82; length += 7) {
        expect(readMintAccount(program, data.subarray(0, length))).toBeNull()
        expect(readTokenRow('', data.subarray(0, length))).toBeNull()
      }
    }
  })
})

test.each([
  ['too long to be read', 1_100, { name: null, symbol: 'TRUE', uri: '' }],
  ['cut', 2_000, { name: null, symbol: null, uri: null }],
])('a name that is %s gives no other text', (_what, length, expected) => {
  const text = (value: string, said = value.length): Buffer => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(said)
    return Buffer.concat([size, Buffer.from(value)])
  }
  const forged = text('FAKE').toString().padEnd(1_100, 'x')
  const data = Buffer.concat([Buffer.from([4]), Buffer.alloc(64), text(forged, length), text('TRUE'), text('')])
  expect(readMetaplexMetadata(data)).toMatchObject(expected)
  const [, mint] = ofType('mint').find(([, { extensions }]) => extensions?.some(({ extension }) => extension === 'tokenMetadata')) ?? []
  if (mint === undefined) throw new Error('no mint with metadata')
  const account = accountOf(mint)
  const entry = Buffer.alloc(4)
  entry.writeUInt16LE(19)
  entry.writeUInt16LE(data.length - 1, 2)
  const bytes = Buffer.concat([account.data.subarray(0, 166), entry, data.subarray(1)])
  expect(readMintAccount(account.program, bytes)?.metadata).toMatchObject(expected)
})

const stepOf = ({ epoch, basis_points, maximum_fee_raw }: RecordedFee) => ({ epoch, basisPoints: basis_points, maximum: BigInt(maximum_fee_raw) })

function keyBytes(key: string): Uint8Array {
  return base58.decode(key)
}
