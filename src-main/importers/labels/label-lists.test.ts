import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { LABELS, LINK_POLICIES, type AddressLabel } from '../../../src-shared/domain/labels.ts'
import { parseAddress } from '../../../src-shared/domain/parse-address.ts'
import { readCsv } from '../../../src-shared/domain/read-csv.ts'
import { isNetworkId, type NetworkId } from '../../../src-shared/networks.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { tempStore, type TempStore } from '../../store/testing/samples.ts'
import { seedLabels } from './label-lists.ts'

const resources = fileURLToPath(new URL('../../../resources', import.meta.url))

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

const labelsOf = (network: NetworkId, address: string): Promise<AddressLabel[]> =>
  store.read.labels({ network, addresses: [trustedAddress(address)] })

/** The columns whose values are not known. Such a row is left out, or never found. */
function unknownValues({ network = '', address = '', label, link_policy: policy }: Readonly<Record<string, string>>): string[] {
  const onNetwork = network === 'evm' ? 'eth' : network
  const parsed = isNetworkId(onNetwork) ? parseAddress(onNetwork, address) : null
  return [
    ...(parsed === null ? [`network ${network}`] : []),
    ...(parsed?.ok === true && parsed.address === address ? [] : [`address ${address}`]),
    ...(label === undefined || LABELS.some((known) => known === label) ? [] : [`label ${label}`]),
    ...(policy === undefined || LINK_POLICIES.some((known) => known === policy) ? [] : [`link_policy ${policy}`]),
  ]
}

it.each(['labels_evm.csv', 'labels_sol.csv', 'labels_sui.csv', 'lockers.csv'])('every row of %s can be read, and the README counts them', (file) => {
  const rows = readCsv(readFileSync(join(resources, 'labels', file), 'utf8'))
  expect(rows.flatMap(unknownValues)).toEqual([])
  expect(readFileSync(join(resources, 'labels', 'README.md'), 'utf8')).toContain(`| \`${file}\` | ${rows.length.toLocaleString('en')} |`)
})

describe('the label lists', () => {
  it('are loaded once', async () => {
    expect(await seedLabels(store, resources)).toBe(10_950)
    expect(await seedLabels(store, resources)).toBe(0)
  })

  it('know pool authorities, exchanges on every EVM chain, and lockers', async () => {
    await seedLabels(store, resources)
    expect(await labelsOf('sol', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1')).toMatchObject([
      { name: 'Raydium AMM v4 authority', tags: ['liquidity_pool'], linkPolicy: 'hub' },
    ])
    const anyExchange =
      readFileSync(join(resources, 'labels', 'labels_evm.csv'), 'utf8')
        .split('\n')
        .find((line) => /^evm,[^,]+,exchange,/.test(line))
        ?.split(',')[1] ?? ''
    expect((await labelsOf('base', anyExchange))[0]?.tags).toContain('exchange')
    expect(await labelsOf('bsc', '0x407993575c91ce7643a4d4ccacc9a98c36ee1bbe')).toContainEqual(
      expect.objectContaining({ name: 'PinkLock', tags: ['vesting'], linkPolicy: 'hub' }),
    )
  })

  it('are loaded again when a file changed; rows of one address are joined', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'labels-'))
    try {
      cpSync(join(resources, 'labels'), join(copy, 'labels'), { recursive: true })
      await seedLabels(store, copy)
      const head = 'network,address,label,category,entity,name,kind,link_policy,confidence,n_sources,sources,note\n'
      writeFileSync(
        join(copy, 'labels', 'labels_sui.csv'),
        `${head}sui,0x1,wallet,fund,a,A,,own,low,1,x,\nsui,0x1,exchange,cex,b,"B, Inc",,hub,low,1,y,\n`,
      )
      expect(await seedLabels(store, copy)).toBeGreaterThan(0)
      expect(await labelsOf('sui', '0x1')).toMatchObject([{ name: 'A', tags: ['exchange', 'wallet'], linkPolicy: 'hub', source: 'x;y' }])
    } finally {
      rmSync(copy, { recursive: true })
    }
  })
})
