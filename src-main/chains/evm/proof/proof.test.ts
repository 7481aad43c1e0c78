import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../e2e/fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import { bloomBytes, mayContain } from '../transaction/bloom.ts'
import { isHeaderOfHash, wholeHeader } from './header-hash.ts'
import { receiptsRoot, wholeReceipt } from './receipts-root.ts'

const missing = anvilMissing()

/** The first block of Ethereum: https://etherscan.io/block/0. */
const GENESIS = wholeHeader.parse({
  number: '0x0',
  hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  parentHash: `0x${'0'.repeat(64)}`,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: `0x${'0'.repeat(40)}`,
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  logsBloom: `0x${'0'.repeat(512)}`,
  difficulty: '0x400000000',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x0',
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: `0x${'0'.repeat(64)}`,
  nonce: '0x0000000000000042',
})

test('the header of Ethereum’s first block hashes to its hash, and no other', async () => {
  expect(isHeaderOfHash(GENESIS)).toBe(true)
  expect(isHeaderOfHash({ ...GENESIS, gasUsed: 1n })).toBe(false)
  expect(await receiptsRoot([])).toBe(GENESIS.receiptsRoot)
})

describe.skipIf(missing !== null)(`blocks of a real node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let token: Hex
  const sender = account('rich')

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    await chain.rpc('anvil_setBalance', [addressOf(sender), `0x${parseEther('1000').toString(16)}`])
    token = (await chain.deploy(sender, ownArtifact('LaunchToken'), ['T', 'T', 10n ** 24n])).address
  })
  afterAll(() => anvil.stop())

  test.each([1, 2, 17, 129, 260])('of %i transactions are proved by their receipts, and by no others', async (count) => {
    await chain.rpc('anvil_impersonateAccount', [addressOf(sender)])
    await chain.rpc('evm_setAutomine', [false])
    for (let i = 0; i < count; i++) {
      const to = addressOf(account(`taker ${i}`))
        .slice(2)
        .padStart(64, '0')
      const call = `0xa9059cbb${to}${(i + 1).toString(16).padStart(64, '0')}`
      await chain.rpc('eth_sendTransaction', [{ from: addressOf(sender), to: token, data: call, gas: '0x186a0', ...(i % 2 ? {} : { type: '0x0' }) }])
    }
    await chain.rpc('anvil_mine', ['0x1'])
    await chain.rpc('evm_setAutomine', [true])
    const header = wholeHeader.parse(await chain.rpc('eth_getBlockByNumber', ['latest', false]))
    const receipts = wholeReceipt.array().parse(await chain.rpc('eth_getBlockReceipts', ['latest']))
    expect(receipts).toHaveLength(count)
    expect(isHeaderOfHash(header)).toBe(true)
    expect(await receiptsRoot(receipts)).toBe(header.receiptsRoot)

    const [first, ...rest] = receipts
    if (first === undefined) throw new Error('no receipt')
    expect(await receiptsRoot([{ ...first, logs: [] }, ...rest])).not.toBe(header.receiptsRoot)
    expect(await receiptsRoot(rest)).not.toBe(header.receiptsRoot)

    const bloom = bloomBytes(header.logsBloom)
    for (const log of receipts.flatMap(({ logs }) => logs))
      for (const value of [log.address as Hex, ...log.topics]) expect(mayContain(bloom, value)).toBe(true)
    const strangers = Array.from({ length: 100 }, (_, i) => addressOf(account(`stranger ${i}`)))
    const admitted = strangers.filter((address) => mayContain(bloom, address)).length
    expect(admitted).toBeLessThan(count > 100 ? 60 : 5)
  })
})
