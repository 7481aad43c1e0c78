import { expect, it } from 'vitest'
import { fund, publishCoin } from '../../../fixtures/sui/coins.ts'
import { idOf, SUI } from '../../../fixtures/sui/ids.ts'
import { Ledger } from '../../../fixtures/sui/ledger.ts'
import { startSuiNode } from '../../../fixtures/sui/node.ts'
import { openPool, swap } from '../../../fixtures/sui/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { seeded } from '../script.ts'
import { createScriptBuilder } from '../script-builder.ts'
import { readBack } from './read-back.ts'

const SUPPLY = 1_000_000n
const [MAKER, BUYER] = [idOf('maker of a box'), idOf('buyer of a box')]

it('counts what the creator on Sui keeps in objects that it owns, and not what others put there', async () => {
  const ledger = new Ledger()
  fund(ledger, [MAKER, BUYER], 10n ** 13n)
  ledger.seal()
  const { coin } = publishCoin(ledger, { publisher: MAKER, module: 'boxed', name: 'Boxed', symbol: 'BOXED', decimals: 0, supply: SUPPLY })
  ledger.seal(2)
  const pool = openPool(ledger, MAKER, 'cetus', coin, SUI, SUPPLY / 2n, 10n ** 12n)
  swap(ledger, { sender: BUYER, route: [pool], coinIn: SUI, raw: 10n ** 12n })
  const [own, mixed, shared] = ['box', 'mixed box', 'shared box'].map((name) => trustedAddress(idOf(name)))
  for (const [box, owner] of [
    [own, { kind: 'address', address: MAKER }],
    [mixed, { kind: 'address', address: MAKER }],
    [shared, { kind: 'shared' }],
  ] as const)
    ledger.execute({ sender: MAKER }, (tx) => {
      tx.write({ id: box ?? '', type: '0x9::box::Box', owner })
      tx.move(MAKER, box ?? '', coin, SUPPLY / 20n)
    })
  ledger.execute({ sender: BUYER }, (tx) => tx.move(BUYER, mixed ?? '', coin, 100n))
  ledger.seal(2)
  const { endpoints, stop } = await startSuiNode(ledger)
  try {
    const script = createScriptBuilder(seeded(1)).finish({})
    const { creator } = await readBack(script, 'sui', { endpoints, token: trustedAddress(coin), at: (name) => trustedAddress(idOf(name)), stop })
    expect(creator?.contracts).toEqual([{ address: own, percentage: 5 }])
  } finally {
    await stop()
  }
})
