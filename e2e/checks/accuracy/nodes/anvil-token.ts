import { encodeDeployData, parseUnits, type Abi, type Hex } from 'viem'
import { ownArtifact, type Exchange } from '../../../fixtures/anvil/uniswap.ts'
import type { ActionOf } from './steps.ts'
import type { Tax } from '../script.ts'

const SUPPLY = parseUnits('1000000000', 18)
/** Values of the contract's `How`. */
const HOW: Readonly<Record<Tax['how'], number>> = { sent: 0, 'sent on': 1, collected: 2, burned: 3, reflected: 4 }
const KINDS = ['buy', 'sell', 'send'] as const

/** Deploy data of the script's token: plain, with code that takes taxes, or closed to trading. */
export function encodeToken(
  { tax, closed }: ActionOf<'create'>,
  { name, symbol }: { readonly name: string; readonly symbol: string },
  { router }: Exchange,
  at: (name: string) => Hex,
): { readonly abi: Abi; readonly data: Hex } {
  if (closed !== undefined) {
    const { abi, bytecode } = ownArtifact('SwitchedToken')
    return { abi, data: encodeDeployData({ abi, bytecode, args: [name, symbol, SUPPLY, closed.exempt.map(at)] }) }
  }
  if (tax === undefined) {
    const { abi, bytecode } = ownArtifact('LaunchToken')
    return { abi, data: encodeDeployData({ abi, bytecode, args: [name, symbol, SUPPLY] }) }
  }
  const { abi, bytecode } = ownArtifact('TaxToken')
  const shares = toMillionths(tax.to.map(({ share }) => share))
  const taxed = KINDS.map((kind) => tax.on.includes(kind))
  const args = [name, symbol, SUPPLY, router.address, HOW[tax.how], tax.to.map(({ wallet }) => at(wallet)), shares, taxed]
  return { abi, data: encodeDeployData({ abi, bytecode, args }) }
}

export const toMillionths = (shares: readonly number[]): bigint[] => shares.map((share) => BigInt(Math.round(share * 1e6)))
