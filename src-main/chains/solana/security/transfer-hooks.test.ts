import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENT_LAMPORTS, wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { openMintScans, type MintScans } from '../../../../e2e/fixtures/surfpool/mint-scans.ts'
import { openSolanaProxy } from '../../../../e2e/fixtures/surfpool/proxy.ts'
import { surfpoolMissing } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import { transferHook, type SafetyToken } from '../../../../e2e/fixtures/surfpool/tokens.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { SecurityFacts } from '../../security/facts.ts'
import { createSolanaAdapter } from '../adapter.ts'

/**
 * Hooks that ask for accounts of their own. The real Token-2022 finds these accounts by the list and refuses a transfer without one of them. The
 * hook's program is a stub that lets every transfer pass.
 */

const missing = surfpoolMissing()
const never = new AbortController().signal
const ASSOCIATED_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

interface Entry {
  readonly kind: number
  readonly config: readonly number[] | Uint8Array
  readonly flags?: readonly [isSigner: number, isWritable: number]
}
const literal = (name: string, isWritable = 0): Entry => ({ kind: 0, config: wallet(name).publicKey.toBytes(), flags: [0, isWritable] })
const text = (value: string): number[] => [1, value.length, ...Buffer.from(value)]

/** Entries of 35 bytes behind the discriminator of the hook's instruction, their length in bytes and their number. */
function listOf(entries: readonly Entry[]): Buffer {
  const rows = entries.map(({ kind, config, flags = [0, 0] }) =>
    Buffer.concat([Buffer.from([kind]), Buffer.concat([Buffer.from(config), Buffer.alloc(32)]).subarray(0, 32), Buffer.from(flags)]),
  )
  return Buffer.concat([Buffer.from('692565c54bfb661a', 'hex'), u32(4 + 35 * rows.length), u32(rows.length), ...rows])
}
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

describe.skipIf(missing !== null)(`transfer hooks on a real Solana node ${missing ?? ''}`, () => {
  let scans: MintScans
  beforeAll(async () => {
    scans = await openMintScans()
  })
  afterAll(() => scans.stop())

  /** A mint whose hook has this account list; null for none. */
  async function launch(name: string, list: Uint8Array | null): Promise<{ readonly made: SafetyToken; readonly listAddress: string }> {
    const program = wallet('a hook with a list').publicKey
    await scans.node.deployStub(program.toBase58())
    const mint = wallet(`mint safety ${name}`).publicKey
    const [address] = PublicKey.findProgramAddressSync([Buffer.from('extra-account-metas'), mint.toBytes()], program)
    if (list !== null) await scans.node.setAccount(address.toBase58(), { lamports: RENT_LAMPORTS, data: list, owner: program.toBase58() })
    const made = await scans.mints.launch({ name, mintAuthority: null, freezeAuthority: null, extensions: [transferHook(null, program)] })
    return { made, listAddress: address.toBase58() }
  }
  const scan = async (name: string, list: Uint8Array | null): Promise<SecurityFacts> => scans.factsOf((await launch(name, list)).made)

  it.each<[what: string, entries: readonly Entry[] | null]>([
    ['no list', null],
    ['named accounts', [literal('asked for'), literal('asked for to write', 1)]],
    ['an account that every transfer has', [{ kind: 0, config: TOKEN_2022.toBytes() }, literal('asked for')]],
    ['an account derived from a text and the owner', [{ kind: 1, config: [...text('counter'), 3, 3], flags: [0, 1] }]],
    ['an account derived from the amount', [{ kind: 1, config: [2, 8, 8] }]],
    ['an account derived from the owner of the destination', [{ kind: 1, config: [...text('allowed'), 4, 2, 32, 32] }]],
    ['an account that another one stores', [{ kind: 2, config: [2, 0, 32] }]],
    [
      'an account of another program',
      [{ kind: 0, config: ASSOCIATED_PROGRAM.toBytes() }, literal('a payer'), { kind: 128 + 5, config: [3, 6, 3, 1] }],
    ],
  ])('that asks for %s is no honeypot', async (what, entries) => {
    const facts = await scan(what, entries === null ? null : listOf(entries))
    expect(facts.flags).toMatchObject({ honeypot: { value: false }, transfer_hook: { value: true } })
    expect(facts.exit.score).toBe(30)
  })

  it.each<[what: string, list: Uint8Array]>([
    ['another signature', listOf([{ kind: 0, config: wallet('a censor').publicKey.toBytes(), flags: [1, 0] }])],
    ['an account that is stored in one that does not exist', listOf([literal('nothing'), { kind: 2, config: [2, 5, 0] }])],
    ['nothing that can be read', Buffer.from('692565c54bfb661a', 'hex')],
    ['more accounts than a transaction has', listOf(Array.from({ length: 39 }, () => literal('again')))],
  ])('that asks for %s leaves the exit unknown', async (what, list) => {
    const facts = await scan(what, list)
    expect([facts.flags.honeypot?.value, facts.exit.score]).toEqual([null, null])
  })

  it('is a honeypot where its accounts are found and the hook refuses every transfer', async () => {
    const refusal = wallet('a refusal').publicKey.toBase58()
    // The script of the stub: no authority, and a step that fails.
    await scans.node.setAccount(refusal, {
      lamports: RENT_LAMPORTS,
      data: Uint8Array.of(0, 0, 4, 7),
      owner: wallet('a hook with a list').publicKey.toBase58(),
    })
    const facts = await scan('refusal', listOf([literal('a refusal')]))
    expect([facts.flags.honeypot?.value, facts.exit.score]).toEqual([true, 100])
  })

  it('has an unknown exit, and the other facts, if the endpoint does not return the list', async () => {
    const { made, listAddress } = await launch('unread', listOf([literal('asked for')]))
    const pools = await scans.poolsOf(made)
    const refused = { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Not now' } }) }
    const proxy = await openSolanaProxy(scans.node, { before: (call) => (JSON.stringify(call.params).includes(listAddress) ? refused : null) })
    const adapter = createSolanaAdapter({ network: 'sol', endpoints: [proxy.url] })
    try {
      const query = { token: trustedAddress(made.address), pools, holders: [], creator: null, createdBlock: null }
      const facts = await adapter.security?.(query, await scans.adapter.head(never), never)
      expect(facts).toMatchObject({ exit: { score: null }, flags: { honeypot: { value: null }, transfer_hook: { value: true } } })
      expect(facts?.partial).toContainEqual(expect.stringMatching(/^Simulated transfers: /))
    } finally {
      await adapter.close()
      await proxy.close()
    }
  })
})
