import type { FindingEvidence } from '../../../src-shared/contract/records/findings.ts'
import type { EvidenceEdge } from '../../../src-shared/contract/records/local.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { clusterColor } from '../../../src-shared/graph-files/cluster-colors.ts'
import { xmlText } from '../../../src-shared/graph-files/xml-text.ts'

const SIDE = 360
const RADIUS = 120
const MOST_WALLETS = 24

/** The wallets of one piece of evidence and what joins them, as SVG; null where it names no two wallets. */
export function evidenceSvg(evidence: FindingEvidence): string | null {
  if (evidence.kind !== 'edge' && evidence.kind !== 'cluster') return null
  const edges = edgesOf(evidence)
  const all = evidence.kind === 'cluster' ? evidence.wallets.map(({ address }) => address) : [evidence.a, evidence.b]
  const wallets = [...new Set([...all, ...edges.flatMap(({ a, b }) => [a, b])])].slice(0, MOST_WALLETS)
  const center = SIDE / 2
  const places = new Map(
    wallets.map((address, index) => {
      const angle = (2 * Math.PI * index) / wallets.length - Math.PI / 2
      return [address, { x: Math.round(center + RADIUS * Math.cos(angle)), y: Math.round(center + RADIUS * Math.sin(angle)) }] as const
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
      `<circle cx="${x}" cy="${y}" r="8" fill="${color}"/><text x="${x}" y="${y + 22}" text-anchor="middle" font-size="10">${xmlText(shortAddress(address))}</text>`,
  )
  const title = `${wallets.length} wallets, ${lines.length} links`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}" role="img" aria-label="${title}" font-family="sans-serif">${lines.join('')}${marks.join('')}</svg>`
}

/** Direct evidence, else the strongest path; of a cluster its tree. */
export const edgesOf = (evidence: Extract<FindingEvidence, { kind: 'edge' | 'cluster' }>): readonly EvidenceEdge[] =>
  evidence.kind === 'cluster' ? evidence.tree : evidence.edge === null ? evidence.path : [evidence.edge]
