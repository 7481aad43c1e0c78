import { base58, base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import authorities from '../../../../resources/scan/solana-authorities.json' with { type: 'json' }
import { readMintAccount, type MintAccount } from '../reading/token/mint-account.ts'
import { programAddress } from '../encoding/program-address.ts'
import { decodeExtensions, readMetaplexAuthority } from './extensions.ts'
import { solanaFacts, type MintReading } from './facts.ts'
import accounts from './fixtures/accounts.json' with { type: 'json' }
import { lockedPart, readLpPool } from './lp-tokens/liquidity.ts'
import { buildTransfer, readOutcome } from './move.ts'

/** Recorded mainnet accounts against fields derived independently of this code. */

interface Recorded {
  readonly kind: string
  readonly program: string
  readonly data: string
  readonly expected: Readonly<Record<string, unknown>>
}
const recorded = Object.entries(accounts as Readonly<Record<string, Recorded>>)
const of = (...kinds: string[]) => recorded.filter(([, { kind }]) => kinds.includes(kind))

const readingOf = ({ program, data }: Recorded): MintReading => {
  const bytes = base64.decode(data)
  const mint = readMintAccount(program, bytes)
  if (mint === null) throw new Error('no mint')
  return {
    slot: 9,
    time: 1,
    epoch: 900,
    mint,
    extensions: decodeExtensions(bytes),
    metaplex: null,
    holders: new Map(),
    largest: [],
    moves: null,
    liquidity: [],
    unreadPools: 0,
    uri: null,
    metadataElsewhere: null,
    partial: [],
  }
}

describe.each(of('mint', 'mint-token2022'))('the mint %s', (_address, account) => {
  const { expected } = account
  it('has the authorities and extensions that it has', () => {
    const { mint, extensions } = readingOf(account)
    expect([mint.mintAuthority, mint.freezeAuthority, mint.supply.toString()]).toEqual([
      expected['mint_authority'],
      expected['freeze_authority'],
      expected['supply_raw'],
    ])
    const listed = (expected['extensions'] ?? []) as { extension: string }[]
    expect(extensions.names.map((name) => name.toLowerCase()).toSorted()).toEqual(listed.map(({ extension }) => extension.toLowerCase()).toSorted())
  })

  it('says which powers are live', () => {
    const { flags, details } = solanaFacts(readingOf(account))
    const open = (address: unknown): boolean => typeof address === 'string' && !address.startsWith('TSLvdd') && !address.startsWith('WLHv2U')
    expect([flags.mintable?.value, flags.freezable?.value]).toEqual([open(expected['mint_authority']), open(expected['freeze_authority'])])
    expect(details).toMatchObject({ isToken2022: account.kind === 'mint-token2022' })
  })
})

describe.each(of('metadata'))('the metadata account %s', (_address, { data, expected }) => {
  it('states whether it is mutable, and by whom', () => {
    expect(readMetaplexAuthority(base64.decode(data))).toEqual({ updateAuthority: expected['update_authority'], mutable: expected['is_mutable'] })
  })
})

describe('recorded Token-2022 mints', () => {
  const facts = (address: string, change: Partial<MintReading> = {}) => {
    const account = recorded.find(([key]) => key === address)?.[1]
    if (account === undefined) throw new Error(address)
    return solanaFacts({ ...readingOf(account), ...change })
  }
  const PYUSD = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
  const IMG = 'znv3FZt2HFAvzYf5LxzVyryh3mBXWuTRRng25gEZAjh'

  it('PYUSD can be minted, frozen, drained, closed, taxed and given a hook', () => {
    const { flags, taxes } = facts(PYUSD)
    const yes = Object.entries(flags)
      .flatMap(([id, flag]) => (flag.value === true ? [id] : []))
      .toSorted()
    expect(yes).toEqual(['closable', 'freezable', 'metadata_mutable', 'mintable', 'permanent_delegate', 'tax_modifiable', 'transfer_hook_settable'])
    expect(taxes.transfer.pct).toBe(0)
    expect(flags.honeypot?.value).toBeNull()
  })

  it('a mint without freeze authority, hook or pause cannot block transfers, and its fee is reported', () => {
    const { flags, taxes, exit } = facts(IMG)
    expect([flags.honeypot?.value, exit.score, taxes.transfer.pct, flags.tax_modifiable?.value]).toEqual([false, 0, 5, false])
  })

  it('metadata that nobody can change can be exchanged where the pointer to it has an authority', () => {
    const holder = '6rCzKkKyYUTEX4cw3yBS9ShLYrvPUoo9Hb67wfkhB1Wc'
    expect(facts(IMG).flags.metadata_mutable).toMatchObject({ value: true, how: `${holder} can point the mint to another name and image.` })
  })

  it('reports the fee without an epoch when the older and the newer are equal', () => {
    expect(facts(IMG, { epoch: null }).taxes.transfer.pct).toBe(5)
  })

  it('holders whose transfers all fail cannot get out', () => {
    const failing = [{ owner: 'a', ok: false, fault: 'AccountFrozen' }]
    expect(facts(PYUSD, { moves: failing })).toMatchObject({ flags: { honeypot: { value: true } }, exit: { score: 100 } })
    expect(facts(PYUSD, { moves: [...failing, { owner: 'b', ok: true, fault: null }] }).flags.honeypot?.value).toBe(false)
  })
})

/** Extensions as bytes in the published layout: type, length, body. */
describe('extensions that no recorded mint has', () => {
  const KEY = 'AQdBYZNy3BZ1vouGUjA1w9Ay7aq7kH5UQSuh4LQWKotY'
  const key = base58.decode(KEY)
  const tlv = (kind: number, body: Uint8Array) => Buffer.concat([Buffer.from([kind & 255, kind >> 8, body.length & 255, body.length >> 8]), body])
  const mintWith = (...parts: Uint8Array[]): Uint8Array => {
    const base = Buffer.alloc(166)
    base[44] = 6
    base[45] = 1
    base[165] = 1
    return Buffer.concat([base, ...parts])
  }
  const fee = (epoch: bigint, maximum: bigint, points: number) => {
    const bytes = Buffer.alloc(18)
    bytes.writeBigUInt64LE(epoch, 0)
    bytes.writeBigUInt64LE(maximum, 8)
    bytes.writeUInt16LE(points, 16)
    return bytes
  }
  const read = (data: Uint8Array, change: Partial<MintReading> = {}, mint: Partial<MintAccount> = {}) => {
    const account = readMintAccount('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', data)
    if (account === null) throw new Error('no mint')
    const base: MintReading = {
      slot: 9,
      time: 1,
      epoch: 100,
      mint: { ...account, ...mint },
      extensions: decodeExtensions(data),
      metaplex: null,
      holders: new Map(),
      largest: [],
      moves: null,
      liquidity: [],
      unreadPools: 0,
      uri: null,
      metadataElsewhere: null,
      partial: [],
    }
    return solanaFacts({ ...base, ...change })
  }

  it('a higher fee from a later epoch is scheduled, and the lower holds now', () => {
    const data = mintWith(tlv(1, Buffer.concat([key, Buffer.alloc(32), Buffer.alloc(8), fee(50n, 10n, 100), fee(120n, 99n, 900)])))
    const { flags, taxes, details } = read(data)
    expect([flags.scheduled_tax?.value, taxes.sell.pct, flags.tax_modifiable?.value]).toEqual([true, 1, true])
    expect(details).toMatchObject({ scheduledTax: { pct: 9, maxFeeRaw: 99n, epoch: 120 }, maxFeeRaw: 10n })
    expect(read(data, { epoch: 120 })).toMatchObject({ taxes: { sell: { pct: 9 } }, flags: { scheduled_tax: { value: false } } })
    expect(read(data, { epoch: null }).flags.scheduled_tax?.value).toBeNull()
    expect(read(data, { epoch: null }).taxes.sell).toEqual({ pct: null, how: 'The current transfer fee is unknown.' })
    expect(read(mintWith()).taxes.sell).toEqual({ pct: 0, how: 'The mint charges 0 % on every transfer.' })
  })

  it('scores how many of the largest holders are frozen, else a hook', () => {
    const hook = tlv(14, Buffer.concat([key, key]))
    const largest = (frozen: number) => Array.from({ length: 10 }, (_, i) => ({ account: `account${i}`, owner: `owner${i}`, frozen: i < frozen }))
    const passed = (data: Uint8Array, frozen: number, mint: Partial<MintAccount> = {}) => {
      const { exit, details, flags } = read(data, { largest: largest(frozen), moves: [{ owner: 'owner9', ok: true, fault: null }] }, mint)
      const owners = details.family === 'solana' ? details.frozenTopOwners : null
      return [exit.score, flags.honeypot?.value, owners?.length]
    }
    expect(passed(mintWith(), 0)).toEqual([0, false, 0])
    expect(passed(mintWith(hook), 0)).toEqual([30, false, 0])
    expect(passed(mintWith(hook), 1)).toEqual([65, false, 1])
    expect(passed(mintWith(), 5)).toEqual([85, false, 5])
    expect(passed(mintWith(), 7)).toEqual([90, false, 7])
    expect(passed(mintWith(tlv(6, Buffer.from([2]))), 0, { freezeAuthority: KEY })).toEqual([100, false, 0])
    expect(passed(mintWith(tlv(6, Buffer.from([2]))), 0)).toEqual([100, true, 0])
    expect(read(mintWith(), { largest: largest(1), moves: [] })).toMatchObject({ exit: { score: null }, flags: { honeypot: { value: null } } })
  })

  it('names each authority, revoked ones too, and whether transfers were simulated', () => {
    const withdraw = Buffer.alloc(32, 7)
    const data = mintWith(
      tlv(1, Buffer.concat([Buffer.alloc(32), withdraw, Buffer.alloc(8), fee(0n, 9n, 0), fee(0n, 9n, 0)])),
      tlv(26, Buffer.concat([key, Buffer.from([0])])),
    )
    const { details, flags, simulatedWith, raw } = read(data, { metaplex: { updateAuthority: KEY, mutable: true } })
    expect(details).toMatchObject({
      authorities: {
        ...{ mint_authority: null, freeze_authority: null, update_authority: KEY, permanent_delegate: null },
        ...{ transfer_fee_authority: null, withdraw_withheld_authority: base58.encode(withdraw), pause_authority: KEY },
      },
    })
    expect(flags.transfers_paused).toMatchObject({ value: false, how: 'The paused flag is not set.' })
    expect(flags.transfer_hook_settable?.how).toBe('No transfer hook can be set later.')
    expect([simulatedWith, raw['metaplex']]).toEqual([null, { slot: 9, updateAuthority: KEY, mutable: true }])
    const simulated = read(mintWith(), { moves: [] })
    expect([simulated.simulatedWith, 'metaplex' in simulated.raw]).toEqual(['simulateTransaction', false])
    expect(read(data, { metadataElsewhere: 'far' }).flags.metadata_mutable).toMatchObject({ value: null, how: expect.stringContaining('far') })
  })

  it('a fee that is the same from its epoch on is not scheduled, and one of a larger share that is cut lower is', () => {
    const steps = (older: readonly [bigint, number], newer: readonly [bigint, number]) =>
      read(mintWith(tlv(1, Buffer.concat([key, Buffer.alloc(40), fee(50n, ...older), fee(120n, ...newer)])))).flags.scheduled_tax?.value
    expect(steps([10n, 900], [10n, 900])).toBe(false)
    expect(steps([99n, 100], [10n, 900])).toBe(true)
    expect(steps([99n, 900], [10n, 100])).toBe(false)
  })

  it('a maximum of zero leaves no fee, and a later one that is higher is scheduled', () => {
    const steps = (older: bigint, newer: bigint) =>
      mintWith(tlv(1, Buffer.concat([key, Buffer.alloc(32), Buffer.alloc(8), fee(50n, older, 900), fee(120n, newer, 900)])))
    const later = { scheduledTax: { pct: 9, maxFeeRaw: 99n, epoch: 120 } }
    expect(read(steps(0n, 99n))).toMatchObject({ taxes: { sell: { pct: 0 } }, flags: { scheduled_tax: { value: true } }, details: later })
    expect(read(steps(10n, 99n))).toMatchObject({ taxes: { sell: { pct: 9 } }, flags: { scheduled_tax: { value: true } }, details: later })
    expect(read(steps(99n, 10n)).flags.scheduled_tax?.value).toBe(false)
    expect(read(steps(99n, 0n)).flags.scheduled_tax?.value).toBe(false)
  })

  it('non-transferable and paused mints block every exit', () => {
    expect(read(mintWith(tlv(9, new Uint8Array())))).toMatchObject({
      flags: { non_transferable: { value: true }, honeypot: { value: true } },
      exit: { score: 100 },
    })
    const paused = mintWith(tlv(26, Buffer.concat([key, Buffer.from([1])])))
    expect(read(paused)).toMatchObject({ flags: { transfers_paused: { value: true }, pausable: { value: false }, honeypot: { value: true } } })
    const open = mintWith(tlv(26, Buffer.concat([key, Buffer.from([0])])))
    expect(read(open)).toMatchObject({ flags: { transfers_paused: { value: false }, pausable: { value: true }, honeypot: { value: null } } })
  })

  it('accounts that start frozen matter while a freeze authority exists', () => {
    const data = mintWith(tlv(6, Buffer.from([2])))
    expect(read(data, {}, { freezeAuthority: KEY }).flags.default_frozen?.value).toBe(true)
    expect(read(data).flags.default_frozen?.value).toBe(false)
  })

  it('a hook with a program runs; one without can be set while an authority is there', () => {
    const hook = (authority: Uint8Array, program: Uint8Array) => read(mintWith(tlv(14, Buffer.concat([authority, program])))).flags
    const none = Buffer.alloc(32)
    expect(hook(key, key)).toMatchObject({
      transfer_hook: { value: true, how: `The program ${KEY} runs on every transfer. ${KEY} can set another one.` },
      transfer_hook_settable: { value: false, how: 'A transfer hook is set already.' },
    })
    expect(hook(none, key).transfer_hook?.how).toBe(`The program ${KEY} runs on every transfer.`)
    expect(hook(key, none)).toMatchObject({ transfer_hook_settable: { value: true, how: `${KEY} can set a transfer hook.` } })
    expect(hook(none, none)).toMatchObject({ transfer_hook_settable: { value: false, how: 'No authority can set a transfer hook.' } })
  })

  it('a hook that can be set can stop transfers, and one that cannot does not', () => {
    const exit = (authority: Uint8Array) => read(mintWith(tlv(14, Buffer.concat([authority, Buffer.alloc(32)])))).flags.honeypot?.value
    expect([exit(key), exit(Buffer.alloc(32))]).toEqual([null, false])
  })

  it('cut and lying lengths end the list and break nothing', () => {
    for (let size = 0; size < 40; size++) expect(() => decodeExtensions(mintWith(tlv(14, Buffer.concat([key, key])).subarray(0, size)))).not.toThrow()
    expect(decodeExtensions(mintWith(Buffer.from([12, 0, 255, 255, 1])))).toMatchObject({ names: [] })
  })
})

describe('liquidity tokens', () => {
  const pool = { pool: 'pool', lpMint: 'lp', recorded: 1_000n, quote: 'sol', quoteVault: 'v', tokenVault: 't' }
  it('what the pool counts and the mint no longer has was burned', () => {
    expect(lockedPart(pool, 5n, 100n, [{ owner: 'maker', raw: 100n }])).toMatchObject({
      lockedPct: 90,
      largestFreePct: 10,
      largestFreeOwner: 'maker',
    })
  })
  it('the incinerator and lockers without an exit hold for ever', () => {
    const owners = [
      { owner: '1nc1nerator11111111111111111111111111111111', raw: 300n },
      { owner: '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH', raw: 200n },
      { owner: 'maker', raw: 500n },
    ]
    expect(lockedPart(pool, 5n, 1_000n, owners)).toMatchObject({
      lockedPct: 50,
      largestFreePct: 50,
      locks: [{ type: 'burn' }, { type: 'Raydium Burn & Earn' }],
    })
  })
  it('owners that the node does not list leave the share unknown', () => {
    expect(lockedPart(pool, 5n, 1_000n, null)).toMatchObject({ lockedPct: null, largestFreePct: null })
  })
  it('accounts of other programs are no such pools', () => {
    expect(readLpPool('p', 'unknown program', new Uint8Array(900), 'x')).toBeNull()
  })
})

it('the simulated transfer is a whole transaction of one instruction', () => {
  const [account, owner, mint, to, program] = [1, 2, 3, 4, 5].map((byte) => base58.encode(new Uint8Array(32).fill(byte))) as [
    ...[string, string, string, string, string],
  ]
  const bytes = buildTransfer({ account, owner, raw: 100n, mint, to, program, decimals: 6, hook: null }, [])
  expect(bytes.length).toBe(1 + 64 + 3 + 1 + 5 * 32 + 32 + 4 + 4 + 10)
  expect([bytes[bytes.length - 10], bytes.readBigUInt64LE(bytes.length - 9), bytes.at(-1)]).toEqual([12, 10n, 6])
  const least = buildTransfer({ account, owner, raw: 9n, mint, to, program, decimals: 6, hook: null }, [])
  expect(least.readBigUInt64LE(least.length - 9)).toBe(9n)
})

it.each(['1nc1nerator11111111111111111111111111111111', '11111111111111111111111111111111'])('authorities at %s are given up', (burn) => {
  const [, account] = of('mint')[0] ?? []
  if (account === undefined) throw new Error('no mint is recorded')
  const read = readingOf(account)
  const { flags } = solanaFacts({
    ...read,
    mint: { ...read.mint, mintAuthority: burn, freezeAuthority: burn },
    metaplex: { updateAuthority: burn, mutable: true },
  })
  expect([flags.mintable, flags.freezable, flags.metadata_mutable, flags.renounced].map((flag) => flag?.value)).toEqual([false, false, false, true])
  expect(flags.mintable).toMatchObject({ holder: null, evidence: [burn] })
})

describe('a simulated transfer that fails', () => {
  const lacks = 'Transfer: insufficient lamports 0, need 5000'
  it.each([
    ['InvalidAccountForFee', []],
    [{ InsufficientFundsForRent: { account_index: 0 } }, []],
    [{ InstructionError: [0, 'NotEnoughAccountKeys'] }, []],
    [{ InstructionError: [0, { Custom: 1 }] }, [lacks, 'Program 11111111111111111111111111111111 failed: custom program error: 0x1']],
  ])('says nothing about the token where the owner or the simulation is the reason: %j', (err, logs) => {
    expect(readOutcome('ada', { err, logs })).toBeNull()
  })

  it('is a refusal of the token, whatever its hook writes', () => {
    const err = { InstructionError: [0, { Custom: 6_000 }] }
    expect(readOutcome('ada', { err, logs: [`Program log: ${lacks}`, 'Program log: AccountNotFound'] })).toMatchObject({ ok: false })
  })
})

it('the launchpads’ powerless addresses are those of their programs and seeds', () => {
  for (const { address, program, seed } of authorities.powerless) expect(programAddress([seed], program)).toBe(address)
})

it('the addresses under which lockers hold liquidity tokens are those of their programs and seeds', () => {
  for (const { owner, program, seed } of authorities.datedLocks) expect(programAddress([seed], program)).toBe(owner)
})
