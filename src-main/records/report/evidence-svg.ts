import type { FindingEvidence } from '../../../src-shared/contract/records/findings.ts'
import type { EvidenceEdge } from '../../../src-shared/contract/records/local.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { clusterColor } from '../../../src-shared/graph-files/cluster-colors.ts'
import { xmlText } from '../../../src-shared/graph-files/xml-text.ts'

const RADIUS = 120
/** Room for half a label beside a wallet, and for the label below it. */
const MARGIN = { x: 48, top: 16, bottom: 30 }
const MAX_WALLETS = 24

/** The wallets in a piece of evidence and their links, as SVG; null for kinds that link no wallets. */
export function evidenceSvg(evidence: FindingEvidence): string | null {
  if (evidence.kind !== 'edge' && evidence.kind !== 'cluster') return null
  const edges = edgesOf(evidence)
  const all = evidence.kind === 'cluster' ? evidence.wallets.map(({ address }) => address) : [evidence.a, evidence.b]
  const wallets = [...new Set([...all, ...edges.flatMap(({ a, b }) => [a, b])])].slice(0, MAX_WALLETS)
  const places = new Map(
    wallets.map((address, index) => {
      const angle = (2 * Math.PI * index) / wallets.length - Math.PI
      return [address, { x: Math.round(RADIUS * Math.cos(angle)), y: Math.round(RADIUS * Math.sin(angle)) }] as const
    }),
  )
  const lines = edges.flatMap(({ a, b, p }) => {
    const [from, to] = [places.get(a), places.get(b)]
    if (from === undefined || to === undefined) return []
    return [`<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#555" stroke-width="${1 + 3 * p}"/>`]
  })
  const color = evidence.kind === 'cluster' ? clusterColor(evidence.cluster, 'light') : '#375ecf'
  const marks = [...places].map(
    ([address, { x, y }]) =>
      `<circle cx="${x}" cy="${y}" r="8" fill="${color}"/><text x="${x}" y="${y + 22}" text-anchor="middle" font-size="10" stroke="#fff" stroke-width="3" paint-order="stroke">${xmlText(shortAddress(address))}</text>`,
  )
  const title = `${wallets.length} wallets, ${lines.length} links`
  const box = boundsOf([...places.values()])
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x} ${box.y} ${box.width} ${box.height}" width="${box.width}" height="${box.height}" role="img" aria-label="${title}" font-family="sans-serif">${lines.join('')}${marks.join('')}</svg>`
}

/** Tight bounding box of the wallets and their labels. */
function boundsOf(places: readonly { readonly x: number; readonly y: number }[]) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - MARGIN.x, Math.min(...ys) - MARGIN.top]
  return { x: left, y: top, width: Math.max(...xs) + MARGIN.x - left, height: Math.max(...ys) + MARGIN.bottom - top }
}

/** Direct evidence, else the strongest path. For a cluster, its tree. */
export const edgesOf = (evidence: Extract<FindingEvidence, { kind: 'edge' | 'cluster' }>): readonly EvidenceEdge[] =>
  evidence.kind === 'cluster' ? evidence.tree : evidence.edge === null ? evidence.path : [evidence.edge]
