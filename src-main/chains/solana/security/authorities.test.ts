import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { TOKEN_PROGRAM } from '../encoding/addresses.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { classifyAuthorities } from './authorities.ts'

/** https://github.com/Squads-Protocol/v4 and https://github.com/Squads-Protocol/squads-mpl */
const V4 = new PublicKey('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf')
const V3 = new PublicKey('SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu')
const keyOf = (seed: number): PublicKey => Keypair.fromSeed(Buffer.alloc(32, seed)).publicKey
const [MULTISIG, WALLET, OTHER] = [keyOf(1), keyOf(2), keyOf(3)]
const pda = (program: PublicKey, ...seeds: readonly Uint8Array[]): string => PublicKey.findProgramAddressSync([...seeds], program)[0].toBase58()
const text = (seed: string): Uint8Array => Buffer.from(seed)
const v4Vault = (index: number, multisig = MULTISIG): string => pda(V4, text('multisig'), multisig.toBytes(), text('vault'), Uint8Array.of(index))
const v3Vault = (index: number): string => pda(V3, text('squad'), MULTISIG.toBytes(), Uint8Array.of(index, 0, 0, 0), text('authority'))

interface Account {
  readonly owner: PublicKey | string
  readonly data: Uint8Array
}
/** Anchor's discriminator, then two keys and the threshold in v4, or just the threshold in v3. */
const multisig = (program: PublicKey, threshold: number): Account => {
  const data = Buffer.alloc(200)
  data.writeUInt16LE(threshold, program === V4 ? 8 + 32 + 32 : 8)
  return { owner: program, data }
}

/** `config_authority` is the second key of v4. */
const controlled = (by: PublicKey): Account => {
  const { owner, data } = multisig(V4, 2)
  return { owner, data: Buffer.concat([data.subarray(0, 8 + 32), by.toBytes(), data.subarray(8 + 32 + 32)]) }
}

/** Signatures needed, number of signers, that it is initialised, and room for eleven keys. */
const tokenMultisig = (needed: number, keys: readonly PublicKey[]): Account => ({
  owner: TOKEN_PROGRAM,
  data: Buffer.concat([Buffer.from([needed, keys.length, 1]), ...keys.map((key) => key.toBytes()), Buffer.alloc(32 * (11 - keys.length))]),
})

/** @param signs the accounts that the third newest transaction of any address names */
function nodeOf(accounts: Readonly<Record<string, Account>>, signs: readonly PublicKey[] = [], isCut = false): SolanaNode {
  const listed = ['newest', 'older', 'oldest'].map((signature, i) => ({ signature, slot: 9 - i, err: null, blockTime: 1 }))
  const call = (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'getSignaturesForAddress') return Promise.resolve(listed)
    if (method === 'getTransaction') {
      const keys = [OTHER, ...(params[0] === 'oldest' ? signs : [])].map((key) => key.toBase58())
      const message = { accountKeys: keys, header: { numRequiredSignatures: 1 }, instructions: [] }
      const zeros = keys.map(() => 0)
      const meta = { err: null, fee: 0, preBalances: zeros, postBalances: zeros, innerInstructions: [], logMessages: [] }
      return Promise.resolve(isCut ? null : { slot: 7, blockTime: 1, transaction: { signatures: params.slice(0, 1), message }, meta })
    }
    const value = (params[0] as string[]).map((address) => {
      const account = accounts[address]
      const data = [Buffer.from(account?.data ?? []).toString('base64'), 'base64']
      return account === undefined ? null : { owner: String(account.owner), executable: false, lamports: 1, data }
    })
    return Promise.resolve({ context: { slot: 9 }, value })
  }
  return { rpc: { hosts: 'node', call } } as unknown as SolanaNode
}

const kindOf = async (address: string, node: SolanaNode): Promise<string | undefined> =>
  (await classifyAuthorities(node, [address], new AbortController().signal)).get(address)?.kind

describe('an authority', () => {
  const at = (account: Account) => ({ [MULTISIG.toBase58()]: account })

  it.each<[string, string, Account, string]>([
    ['the first vault of a Squads v4 multisig', v4Vault(0), multisig(V4, 2), 'multisig'],
    ['the last vault that is tried', v4Vault(7), multisig(V4, 2), 'multisig'],
    ['a vault beyond those', v4Vault(8), multisig(V4, 2), 'contract'],
    ['the first authority of a Squads v3 multisig', v3Vault(1), multisig(V3, 256), 'multisig'],
    ['a vault that one key controls', v4Vault(0), multisig(V4, 1), 'contract'],
    ['a vault of a multisig whose members one key may change', v4Vault(0), controlled(OTHER), 'contract'],
    ['a vault of another multisig', v4Vault(0, OTHER), multisig(V4, 2), 'contract'],
    ['the vault of an account that another program owns', v4Vault(0), { ...multisig(V4, 2), owner: TOKEN_PROGRAM }, 'contract'],
  ])('that is %s', async (_which, address, account, kind) => {
    expect(await kindOf(address, nodeOf(at(account), [MULTISIG]))).toBe(kind)
  })

  it('is no known vault where its transactions do not name the multisig, or cannot be read', async () => {
    expect(await kindOf(v4Vault(0), nodeOf(at(multisig(V4, 2))))).toBe('contract')
    expect(await kindOf(v4Vault(0), nodeOf(at(multisig(V4, 2)), [MULTISIG], true))).toBe('contract')
  })

  it.each<[string, Account | null, string]>([
    ['a wallet that has no account', null, 'wallet'],
    ['a wallet with coins', { owner: SystemProgram.programId, data: Buffer.alloc(0) }, 'wallet'],
    ['an account that a program owns', { owner: V4, data: Buffer.alloc(8) }, 'contract'],
    ['a multisig itself', multisig(V4, 3), 'multisig'],
    ['a multisig whose members one key may change', controlled(OTHER), 'contract'],
    ['a multisig of the token program', tokenMultisig(2, [MULTISIG, WALLET, OTHER]), 'multisig'],
    ['a multisig of the token program for which any of its keys signs', tokenMultisig(1, [MULTISIG, WALLET]), 'contract'],
    ['a multisig of the token program with one key twice', tokenMultisig(2, [MULTISIG, WALLET, WALLET]), 'contract'],
    ['a multisig of the token program that nobody made yet', { owner: TOKEN_PROGRAM, data: Buffer.alloc(355) }, 'contract'],
    ['another account of the token program', { owner: TOKEN_PROGRAM, data: Buffer.alloc(165) }, 'contract'],
  ])('that is %s', async (_which, account, kind) => {
    expect(await kindOf(WALLET.toBase58(), nodeOf(account === null ? {} : { [WALLET.toBase58()]: account }))).toBe(kind)
  })
})
