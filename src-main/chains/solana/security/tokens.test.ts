import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paySol, RENT_LAMPORTS, send, wallet } from '../../../../e2e/fixtures/surfpool/client.ts'
import { openMintScans, type MintScans } from '../../../../e2e/fixtures/surfpool/mint-scans.ts'
import { surfpoolMissing } from '../../../../e2e/fixtures/surfpool/surfpool.ts'
import {
  closeAuthority,
  defaultState,
  metadataPointer,
  nonTransferable,
  pausable,
  permanentDelegate,
  transferFee,
  transferHook,
  type MintOptions,
} from '../../../../e2e/fixtures/surfpool/tokens.ts'
import type { FlagId, SecurityFacts } from '../../security/facts.ts'

/**
 * Mints of the real token programs on a real node, which simulates their transfers. The pool is an account in Raydium's layout
 * with a real LP token. Its program is a stub and is never called, so no swap is proved here.
 */

const missing = surfpoolMissing()
const NOTHING: Partial<MintOptions> = { mintAuthority: null, freezeAuthority: null }
/** The empty account list of the transfer hook interface. The stub reads these bytes as a script without steps. */
const NO_FURTHER_ACCOUNTS = Buffer.concat([Buffer.from('692565c54bfb661a', 'hex'), Buffer.from([4, 0, 0, 0]), Buffer.alloc(95)])
const PUMP_AUTHORITY = new PublicKey('TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM')

describe.skipIf(missing !== null)(`the safety of mints on a real Solana node ${missing ?? ''}`, () => {
  let scans: MintScans
  beforeAll(async () => {
    scans = await openMintScans()
  })
  afterAll(() => scans.stop())

  const scan = async (options: MintOptions): Promise<SecurityFacts> => scans.factsOf(await scans.mints.launch(options))
  const yes = ({ flags }: SecurityFacts): FlagId[] => Object.entries(flags).flatMap(([id, flag]) => (flag.value === true ? [id as FlagId] : []))
  const maker = () => scans.mints.maker.publicKey

  it('nothing is found where everything is given up, and holders can move their tokens', async () => {
    const facts = await scan({ name: 'clean', ...NOTHING, metaplex: { mutable: false }, lp: { burned: 1_000_000_000n } })
    expect(yes(facts)).toEqual(['renounced'])
    expect(facts).toMatchObject({
      exit: { score: 0 },
      simulatedWith: 'simulateTransaction',
      taxes: { transfer: { pct: 0 } },
      liquidity: [{ lockedPct: 100, largestFreePct: 0, quoteRaw: 5_000_000_000n }],
      partial: [],
    })
    expect(Object.values(facts.flags).filter(({ value }) => value === null)).toEqual([])
  })

  it('the same of a Token-2022 mint with harmless extensions', async () => {
    const name = 'clean 2022'
    const extensions = [transferFee(0, null), defaultState(false), metadataPointer(null, wallet(`mint safety ${name}`).publicKey)]
    const facts = await scan({ name, ...NOTHING, extensions, metadataAuthority: null })
    expect(yes(facts)).toEqual(['renounced'])
    expect(facts.exit.score).toBe(0)
  })

  describe.each<[what: string, options: () => MintOptions, found: readonly FlagId[]]>([
    ['a mint authority', () => ({ name: 'mint', freezeAuthority: null }), ['mintable']],
    ['a freeze authority', () => ({ name: 'freeze', mintAuthority: null }), ['freezable']],
    ['a permanent delegate', () => ({ name: 'delegate', ...NOTHING, extensions: [permanentDelegate(maker())] }), ['permanent_delegate', 'renounced']],
    ['a close authority', () => ({ name: 'close', ...NOTHING, extensions: [closeAuthority(maker())] }), ['closable', 'renounced']],
    ['a fee that can be set', () => ({ name: 'fee', ...NOTHING, extensions: [transferFee(0, maker())] }), ['renounced', 'tax_modifiable']],
    ['a right to pause', () => ({ name: 'pausable', ...NOTHING, extensions: [pausable(maker())] }), ['pausable', 'renounced']],
    [
      'a hook that can be set',
      () => ({ name: 'hook later', ...NOTHING, extensions: [transferHook(maker(), null)] }),
      ['renounced', 'transfer_hook_settable'],
    ],
    ['metadata that can change', () => ({ name: 'meta', ...NOTHING, metaplex: { mutable: true } }), ['metadata_mutable', 'renounced']],
    [
      'metadata inside the mint that can change',
      () => ({
        name: 'meta 2022',
        ...NOTHING,
        extensions: [metadataPointer(null, wallet('mint safety meta 2022').publicKey)],
        metadataAuthority: maker(),
      }),
      ['metadata_mutable', 'renounced'],
    ],
    [
      'a pointer to metadata that can change',
      () => ({
        name: 'pointer',
        ...NOTHING,
        extensions: [metadataPointer(maker(), wallet('mint safety pointer').publicKey)],
        metadataAuthority: null,
      }),
      ['metadata_mutable', 'renounced'],
    ],
  ])('%s', (_what, options, found) => {
    it('is found with its holder, and holders can still transfer', async () => {
      const facts = await scan(options())
      expect(yes(facts).toSorted()).toEqual(found)
      const [power] = found.filter((id) => id !== 'renounced')
      expect(power === undefined ? null : facts.flags[power]?.holder).toMatchObject({ address: maker().toBase58(), kind: 'wallet' })
      expect([facts.flags.honeypot?.value, facts.exit.score, facts.simulatedWith]).toEqual([false, 0, 'simulateTransaction'])
    })
  })

  describe('what stops holders', () => {
    it('a non-transferable mint blocks every exit', async () => {
      const facts = await scan({ name: 'soulbound', ...NOTHING, extensions: [nonTransferable()] })
      expect(yes(facts).toSorted()).toEqual(['honeypot', 'non_transferable', 'renounced'])
      expect(facts.exit.score).toBe(100)
    })

    it('reports that new accounts start frozen, and who can thaw them', async () => {
      const facts = await scan({ name: 'frozen first', mintAuthority: null, extensions: [defaultState(true)] })
      expect(yes(facts).toSorted()).toEqual(['default_frozen', 'freezable'])
      expect(facts.exit.score).toBe(100)
    })

    it('new accounts that start frozen without a freeze authority have no exit', async () => {
      const facts = await scan({ name: 'frozen for ever', ...NOTHING, extensions: [defaultState(true)] })
      expect(yes(facts).toSorted()).toEqual(['honeypot', 'renounced'])
    })

    it('a pause in force stops every simulated transfer', async () => {
      const facts = await scan({ name: 'paused', ...NOTHING, extensions: [pausable(maker())], after: (mint) => [scans.mints.pause(mint)] })
      expect(yes(facts).toSorted()).toEqual(['honeypot', 'renounced', 'transfers_paused'])
    })

    it('frozen holders are counted, and all frozen is no way out', async () => {
      const [ada, ...others] = scans.mints.holders.map(({ publicKey }) => publicKey)
      if (ada === undefined) throw new Error('no holders')
      const one = await scan({ name: 'one frozen', mintAuthority: null, after: (mint) => [scans.mints.freeze(mint, ada)] })
      expect([one.flags.honeypot?.value, one.exit.score, one.details.family === 'solana' ? one.details.frozenTopOwners : null]).toEqual([
        false,
        65,
        [ada.toBase58()],
      ])
      const everybody = [maker(), ada, ...others]
      const all = await scan({ name: 'all frozen', mintAuthority: null, after: (mint) => everybody.map((owner) => scans.mints.freeze(mint, owner)) })
      expect([all.flags.honeypot?.value, all.exit.score]).toEqual([true, 100])
    })

    it('a hook program that does not exist stops every transfer', async () => {
      const facts = await scan({ name: 'hook', ...NOTHING, extensions: [transferHook(null, wallet('no program').publicKey)] })
      expect(yes(facts).toSorted()).toEqual(['honeypot', 'renounced', 'transfer_hook'])
    })

    it('a hook program that lets transfers pass is found, and is no honeypot', async () => {
      const program = wallet('a hook').publicKey
      await scans.node.deployStub(program.toBase58())
      const mint = wallet('mint safety hook open').publicKey
      const [further] = PublicKey.findProgramAddressSync([Buffer.from('extra-account-metas'), mint.toBytes()], program)
      await scans.node.setAccount(further.toBase58(), { lamports: RENT_LAMPORTS, data: NO_FURTHER_ACCOUNTS, owner: program.toBase58() })
      const facts = await scan({ name: 'hook open', ...NOTHING, extensions: [transferHook(null, program)] })
      expect(yes(facts).toSorted()).toEqual(['renounced', 'transfer_hook'])
      expect(facts.exit.score).toBe(30)
    })
  })

  describe('transfer fees', () => {
    it('are the current fee, and a scheduled higher one is reported', async () => {
      const facts = await scan({
        name: 'charged',
        ...NOTHING,
        feeBasisPoints: 300,
        extensions: [transferFee(300, maker())],
        after: (mint) => [scans.mints.scheduleFee(mint, 9_000)],
      })
      expect(facts).toMatchObject({ taxes: { sell: { pct: 3 } }, flags: { scheduled_tax: { value: true }, tax_modifiable: { value: true } } })
      expect(facts.details).toMatchObject({ scheduledTax: { pct: 90 } })
    })
    it('that fall are no trap', async () => {
      const facts = await scan({
        name: 'falling',
        ...NOTHING,
        feeBasisPoints: 300,
        extensions: [transferFee(300, maker())],
        after: (mint) => [scans.mints.scheduleFee(mint, 100)],
      })
      expect(facts.flags.scheduled_tax?.value).toBe(false)
    })
  })

  describe('liquidity', () => {
    const incinerator = new PublicKey('1nc1nerator11111111111111111111111111111111')
    const locker = new PublicKey('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH')
    it.each([
      ['held by its creator', undefined, 0, 100],
      ['burned in part', { burned: 600_000_000n }, 60, 40],
      ['sent to the incinerator', { given: { to: incinerator, raw: 950_000_000n } }, 95, 5],
      ['locked for ever', { given: { to: locker, raw: 700_000_000n } }, 70, 30],
    ] as const)('%s', async (what, lp, lockedPct, largestFreePct) => {
      const facts = await scan({ name: `lp ${what}`, ...NOTHING, ...(lp === undefined ? {} : { lp }) })
      expect(facts.liquidity).toMatchObject([{ lockedPct, largestFreePct, largestFreeOwner: maker().toBase58() }])
    })
  })

  it('a launchpad’s own address has no way to mint', async () => {
    const facts = await scan({ name: 'launchpad', mintAuthority: PUMP_AUTHORITY, freezeAuthority: null })
    expect(facts.flags.mintable).toMatchObject({ value: false, evidence: [PUMP_AUTHORITY.toBase58()] })
  })

  describe('a mint authority that is a vault', () => {
    const SQUADS = new PublicKey('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf')
    const multisig = async (name: string, threshold: number): Promise<PublicKey> => {
      const account = wallet(`squad ${name}`).publicKey
      const data = Buffer.alloc(200)
      data.writeUInt16LE(threshold, 72)
      await scans.node.setAccount(account.toBase58(), { lamports: RENT_LAMPORTS, data, owner: SQUADS.toBase58() })
      const seeds = [Buffer.from('multisig'), account.toBytes(), Buffer.from('vault'), Uint8Array.of(0)]
      const [vault] = PublicKey.findProgramAddressSync(seeds, SQUADS)
      // Any transaction that names both. Deriving the vault from the multisig is the proof.
      const seen = paySol(maker(), vault, RENT_LAMPORTS)
      seen.keys.push({ pubkey: account, isSigner: false, isWritable: false })
      await send(scans.node, [seen], [scans.mints.maker])
      return vault
    }

    it.each([
      ['of several people is a multisig', 'two', 2, 'multisig'],
      ['of one person is none', 'one', 1, 'contract'],
    ])('%s', async (_what, name, threshold, kind) => {
      const vault = await multisig(name, threshold)
      const facts = await scan({ name: `vault ${name}`, mintAuthority: vault, freezeAuthority: null })
      expect(facts.flags.mintable).toMatchObject({ value: true, holder: { address: vault.toBase58(), kind } })
    })
  })
})
