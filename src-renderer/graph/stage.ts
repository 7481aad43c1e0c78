import type { Core } from 'cytoscape'
import { createContext, use } from 'react'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { GraphElements } from './elements/elements.ts'
import type { GraphTheme } from './theme/theme.ts'

/** State shared by all parts of one graph panel. */
export interface Stage {
  /** Owns the nodes, their positions and the camera. */
  readonly cy: Core
  /** The element that takes keys and pointers. */
  readonly host: HTMLElement
  readonly elements: GraphElements
  /** The same wallet by wallet: no cluster is drawn as one node. */
  readonly whole: GraphElements
  /** What the filters let through. */
  readonly shown: GraphElements
  readonly theme: GraphTheme
  /** The present, which moves with a followed token, and not a stored snapshot. */
  readonly isPresent: boolean
  /** `network:address`, the key of the saved arrangement. */
  readonly token: string
}

export const StageContext = createContext<Stage | null>(null)

/** Addresses of Sui coins have colons too. */
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
