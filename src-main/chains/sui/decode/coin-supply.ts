import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { parseStructType } from '../encoding/move-type.ts'
import type { ChangedObject, SuiTransaction } from '../transaction/transaction.ts'

/**
 * What the objects of a transaction say about the supply of coins, by the rules of
 * https://github.com/MystenLabs/sui/blob/main/crates/sui-framework/packages/sui-framework/sources/registries/coin_registry.move.
 */

const COIN_OBJECT = /^0x0{63}2::(?:coin::(TreasuryCap)|coin_registry::(MetadataCap|Currency))$/

interface CoinObject {
  readonly coin: Address
  readonly name: string
  readonly created: boolean
}

function toCoinObject({ type, created }: ChangedObject): CoinObject[] {
  const struct = type === null ? null : parseStructType(type)
  const [, ofCoin, ofRegistry] = COIN_OBJECT.exec(struct?.name ?? '') ?? []
  const [coin] = struct?.arguments ?? []
  const name = ofCoin ?? ofRegistry
  return coin === undefined || name === undefined ? [] : [{ coin: trustedAddress(coin), name, created }]
}

/**
 * Coins that the transaction created. A new Currency alone does not show one: anyone may register the coin of another publisher
 * (`migrate_legacy_metadata`), or finish its registration (`finalize_registration`). Neither creates a package or a MetadataCap.
 */
export function findCreatedCoins({ objects }: SuiTransaction): ReadonlySet<Address> {
  const made = objects.flatMap(toCoinObject).filter(({ created }) => created)
  const packages = new Set<string>(objects.flatMap(({ id, type, created }) => (created && type === null ? [id] : [])))
  const claimed = new Set(made.flatMap(({ coin, name }) => (name === 'MetadataCap' ? [coin] : [])))
  const isNew = ({ coin, name }: CoinObject): boolean =>
    name === 'TreasuryCap' || (name === 'Currency' && (claimed.has(coin) || packages.has(coin.slice(0, coin.indexOf('::')))))
  return new Set(made.filter(isNew).map(({ coin }) => coin))
}

/**
 * Coins whose supply the transaction could increase, and those whose supply it could decrease. A TreasuryCap does both. The transaction that creates a
 * coin with a fixed supply mints it without leaving a TreasuryCap. A burn-only supply is inside the Currency.
 */
export function findSupplyChanges(tx: SuiTransaction): { readonly mintable: ReadonlySet<Address>; readonly burnable: ReadonlySet<Address> } {
  const changed = tx.objects.flatMap(toCoinObject)
  const of = (name: string): Address[] => changed.flatMap((one) => (one.name === name ? [one.coin] : []))
  const mintable = new Set([...of('TreasuryCap'), ...findCreatedCoins(tx)])
  return { mintable, burnable: new Set([...mintable, ...of('Currency')]) }
}
