import type { Core } from 'cytoscape'
import { createContext, use } from 'react'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { GraphElements } from './elements/elements.ts'
import type { GraphTheme } from './theme/theme.ts'

/** State shared by all parts of one graph panel. */
export interface Stage {
  /** Owns the nodes, their positions and the camera. */
  readonly cy: Core
  /** The element that receives keyboard and pointer events. */
  readonly host: HTMLElement
  readonly elements: GraphElements
  /** The elements with every wallet as its own node: no cluster is drawn as one node. */
  readonly whole: GraphElements
  /** The elements that pass the filters. */
  readonly shown: GraphElements
  readonly theme: GraphTheme
  /** Whether this is the latest state, which moves with a followed token, instead of a stored snapshot. */
  readonly isLatest: boolean
  /** `network:address`, the key of the saved arrangement. */
  readonly token: string
}

export const StageContext = createContext<Stage | null>(null)

/** Splits at the first colon: Sui coin types also contain colons. */
export function tokenOf({ token }: Pick<Stage, 'token'>): { readonly network: NetworkId; readonly address: string } {
  const at = token.indexOf(':')
  return { network: token.slice(0, at) as NetworkId, address: token.slice(at + 1) }
}

/** The stage of the graph panel around this component. */
export function useStage(): Stage {
  const stage = use(StageContext)
  if (stage === null) throw new Error('useStage is called outside of a GraphPanel.')
  return stage
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
