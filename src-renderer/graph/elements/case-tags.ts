import type { CaseTag } from '../../../src-shared/domain/cases/claims.ts'
import type { GraphElements, GraphNode } from './elements.ts'

/** The elements with private tags as names. A mark distinguishes the tags from shipped labels, which follow in brackets. */
export function withCaseTags(elements: GraphElements, tags: ReadonlyMap<string, readonly CaseTag[]>): GraphElements {
  if (!elements.nodes.some(({ id }) => tags.has(id))) return elements
  const nodes = elements.nodes.map((node): GraphNode => {
    const names = tags.get(node.id)?.map(({ name }) => name)
    return names === undefined ? node : { ...node, name: `${CASE_TAG_MARK} ${names.join(', ')}${node.name === null ? '' : ` (${node.name})`}` }
  })
  return { ...elements, nodes, nodeById: new Map(nodes.map((node) => [node.id, node])) }
}

const CASE_TAG_MARK = '◇'
