import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { base58, base64 } from '@scure/base'
import { Keypair, SystemProgram, VersionedTransaction, type PublicKey } from '@solana/web3.js'
import { describe, expect, it, test } from 'vitest'
import { blockOfAnswers, type Answer } from '../../../../../e2e/fixtures/portal/solana-dataset.ts'
import {
  accountOf,
  batch,
  createMint,
  giveAccount,
  mintTo,
  openAccount,
  paySol,
  send,
  transferChecked,
  wallet,
} from '../../../../../e2e/fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../../../../e2e/fixtures/surfpool/surfpool.ts'
import { decodeSolanaAnswer } from '../../decode/answers.ts'
import { BLOCK_FILE, RECORDED } from '../../decode/testing/recorded.ts'
import { isRawTransaction, unwrapEnvelope } from '../../encoding/json.ts'
import { readUpdate } from '../../geyser/messages.ts'
import { toReadTransaction } from '../../geyser/streamed.ts'
import { transactionUpdate, type JsonTransaction } from '../../geyser/testing/geyser-types.ts'
import { restoreTransactions } from '../archive/restore-transaction.ts'
import { rawAnswer, readTransaction, type ReadTransaction } from './read-transaction.ts'

/** One transaction is the same facts in every form: a node's answer in json and in base64, a stream's message, and an archive's rows. */

type Json = Answer & JsonTransaction
type Base64 = Omit<Json, 'transaction'> & { readonly transaction: readonly [string, string] }

const INDEX = 3
const at = (answer: Json) => ({ signature: answer.transaction.signatures[0] ?? '', index: INDEX })
const readJson = (answer: Json): ReadTransaction => readTransaction(rawAnswer.parse(answer), at(answer))

function readStreamed(answer: Json): ReadTransaction | null {
  const update = readUpdate(transactionUpdate(answer, INDEX))
  return update?.kind === 'transaction' ? toReadTransaction(update.transaction, update.slot, answer.blockTime) : null
}

const onlyChanged = (read: ReadTransaction, isChanged: (account: ReadTransaction['accounts'][number]) => boolean): ReadTransaction => ({
  ...read,
  accounts: read.accounts.filter(isChanged),
})

function readArchived(answer: Json): ReadTransaction | null {
  const block = blockOfAnswers(answer.slot, answer.blockTime, [answer])
  const [restored] = restoreTransactions({ ...block, header: { ...block.header } }, new Set([at(answer).signature]))
  if (restored === undefined) return null
  return onlyChanged(readTransaction(rawAnswer.parse(restored.answer), at(answer)), ({ address }) => restored.changed.has(address))
}

function expectSame(answer: Json): void {
  const read = readJson(answer)
  expect(readStreamed(answer)).toEqual(read)
  expect(readArchived(answer)).toEqual(onlyChanged(read, ({ before, after }) => before !== after))
}

/** As a node answers in the encoding json, by the deserialiser of @solana/web3.js. */
function toJson({ transaction: [text], ...rest }: Base64): Json {
  const { signatures, message } = VersionedTransaction.deserialize(base64.decode(text))
  return {
    ...rest,
    transaction: {
      signatures: signatures.map((signature) => base58.encode(signature)),
      message: {
        header: message.header,
        recentBlockhash: message.recentBlockhash,
        accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
        instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
          ...{ programIdIndex, accounts: accountKeyIndexes, data: base58.encode(data), stackHeight: null },
        })),
      },
    },
  }
}

const answersOf = (text: string): unknown[] => [unwrapEnvelope(JSON.parse(text))].flat().map(unwrapEnvelope).filter(isRawTransaction)

it.each(RECORDED.filter(({ name }) => !/\.(base64|jsonParsed)$/.test(name)))('reads the same of $name', ({ text }) => {
  for (const answer of answersOf(text)) expectSame(answer as Json)
})

it('reads the same of a mainnet block, with failed transactions, both versions and lookup tables', () => {
  const { parentSlot, blockTime, transactions } = JSON.parse(gunzipSync(readFileSync(BLOCK_FILE)).toString('utf8')) as {
    readonly parentSlot: number
    readonly blockTime: number
    readonly transactions: readonly (Omit<Base64, 'slot' | 'blockTime'> & { readonly version: unknown })[]
  }
  const whole = transactions.map((one) => ({ ...one, slot: parentSlot + 1, blockTime }))
  const count = (fits: (one: (typeof whole)[number]) => boolean): number => whole.filter(fits).length
  for (const named of ['legacy', 0]) expect(count(({ version }) => version === named)).toBeGreaterThan(10)
  expect(count(({ meta }) => meta.err !== null)).toBeGreaterThan(100)
  expect(count(({ meta }) => (meta.loadedAddresses?.writable.length ?? 0) > 0)).toBeGreaterThan(10)
  for (const one of whole) {
    const json = toJson(one)
    expect(decodeSolanaAnswer(one).events).toEqual(decodeSolanaAnswer(json).events)
    expectSame(json)
  }
})

const missing = surfpoolMissing()

describe.skipIf(missing !== null)(`transactions of a real Solana node ${missing ?? ''}`, () => {
  const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((name) => wallet(`encodings ${name}`)) as [Keypair, Keypair, Keypair]

  async function expectSameOf(node: Surfpool, tx: string, transfers: number): Promise<void> {
    const answer = await node.call<Json>('getTransaction', [tx, { encoding: 'json', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }])
    expect(readJson(answer).events.filter(({ kind }) => kind === 'transfer')).toHaveLength(transfers)
    expectSame(answer)
  }

  test('with a batch, an account that changes its owner, and a withdrawal', async () => {
    const node = await spawnSurfpool()
    try {
      await node.toSlot(100)
      const payer = Keypair.fromSecretKey(node.payer)
      await send(node, [paySol(payer.publicKey, ada.publicKey, 20_000_000_000)], [payer])
      const { mint } = await createMint(node, { name: 'encodings', authority: ada, decimals: 6, token2022: false })
      const account = ({ publicKey }: Keypair): PublicKey => accountOf(mint, publicKey)
      const open = [ada, ben].map(({ publicKey }) => openAccount(mint, publicKey, ada.publicKey))
      await send(node, [...open, mintTo(mint, account(ada), ada.publicKey, 1_000n)], [ada])
      const pay = (raw: bigint) => transferChecked(mint, account(ada), account(ben), ada.publicKey, raw)
      const give = (from: Keypair, to: Keypair) => giveAccount(mint, account(ben), from.publicKey, to.publicKey)
      await expectSameOf(node, await send(node, [batch(mint, [pay(10n), pay(10n)]), pay(1n)], [ada]), 3)
      await expectSameOf(node, await send(node, [batch(mint, [give(ben, cleo), pay(5n), give(cleo, ben)]), pay(2n)], [ada, ben, cleo]), 4)
      const nonce = wallet('encodings nonce')
      const by = { noncePubkey: nonce.publicKey, authorizedPubkey: ada.publicKey }
      await send(node, SystemProgram.createNonceAccount({ ...by, fromPubkey: ada.publicKey, lamports: 2_000_000_000 }).instructions, [ada, nonce])
      const withdraw = SystemProgram.nonceWithdraw({ ...by, toPubkey: cleo.publicKey, lamports: 1_000_000_000 })
      await expectSameOf(node, await send(node, [withdraw], [ada]), 0)
    } finally {
      await node.stop()
    }
  })
})
