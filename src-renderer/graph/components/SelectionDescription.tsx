import { shortAddress } from '../../format/address.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { useSelection, type SelectionState } from '../../stores/selection.ts'
import type { GraphElements } from '../elements/elements.ts'
import { useStage } from '../stage.ts'

/** Announces the selection to screen readers. */
export function SelectionDescription() {
  const { whole } = useStage()
  const selection = useSelection((state) => state)
  return (
    <p className="visually-hidden" role="status">
      {describeSelection(selection, whole)}
    </p>
  )
}

function describeSelection({ wallets, cluster, link }: SelectionState, whole: GraphElements): string {
  if (link !== null) return 'A link is selected.'
  if (cluster !== null) {
    const found = whole.clusters.find((each) => each.id === cluster)
    return found === undefined ? '' : `Cluster ${cluster + 1} is selected: ${formatPercent(found.pct)}, ${countOf(found.holders, 'wallet')}.`
  }
  const [only, ...others] = wallets
  if (only === undefined) return ''
  if (others.length > 0) return `${countOf(wallets.length, 'wallet')} are selected.`
  const node = whole.nodeById.get(only)
  return node === undefined ? '' : `${node.name ?? shortAddress(only)} is selected: ${formatPercent(node.percentage)}.`
}
