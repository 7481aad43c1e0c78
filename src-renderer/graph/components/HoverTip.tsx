import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { shortAddress } from '../../format/address.ts'
import { formatPercent } from '../../format/number.ts'
import { useStage } from '../stage.ts'
import { useGraphView, type Hover } from '../view-store.ts'
import { clusterSentence, linkSentence, nameOf, nodeSentence } from '../descriptions.ts'
import styles from './HoverTip.module.css'

const AWAY = 14

interface Props {
  readonly snapshot: SnapshotRecord
  readonly clusters: ExplainedClusters | null
}

/** The sentence beside the pointer. */
export function HoverTip({ snapshot, clusters }: Props) {
  const { host } = useStage()
  const hover = useGraphView((view) => view.hover)
  const words = useWords(hover, snapshot, clusters)
  const box = useRef<HTMLDivElement>(null)
  const pointer = useRef({ x: 0, y: 0 })
  const place = useCallback((): void => {
    const tip = box.current
    if (tip === null) return
    const { x, y } = pointer.current
    const left = x + AWAY + tip.offsetWidth > host.clientWidth ? x - AWAY - tip.offsetWidth : x + AWAY
    const top = y + AWAY + tip.offsetHeight > host.clientHeight ? y - AWAY - tip.offsetHeight : y + AWAY
    tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`
  }, [host])
  useEffect(() => {
    const move = (event: PointerEvent): void => {
      const bounds = host.getBoundingClientRect()
      pointer.current = { x: event.clientX - bounds.left, y: event.clientY - bounds.top }
      place()
    }
    host.addEventListener('pointermove', move)
    return () => host.removeEventListener('pointermove', move)
  }, [host, place])
  useLayoutEffect(place)
  if (words === null) return null
  return (
    <div ref={box} className={styles['tip']} role="presentation">
      <strong className={words.isAddress ? 'mono' : undefined}>{words.title}</strong>
      <p>{words.sentence}</p>
    </div>
  )
}

interface Words {
  readonly title: string
  readonly isAddress: boolean
  readonly sentence: string
}

function useWords(hover: Hover | null, snapshot: SnapshotRecord, clusters: ExplainedClusters | null): Words | null {
  const { elements, whole } = useStage()
  const isPointing = hover !== null
  // Thousands of names, which a step of the slider does not wait for.
  const names = useMemo(() => new Map(isPointing ? snapshot.nodes.map((node) => [node.address, node]) : []), [snapshot, isPointing])
  if (hover === null) return null
  switch (hover.kind) {
    case 'node': {
      const [node, record] = [elements.nodeById.get(hover.id), names.get(hover.id)]
      if (node === undefined) return null
      if (node.kind === 'group') {
        const cluster = whole.clusters.find((each) => each.id === node.cluster)
        const explained = clusters?.clusters.find((each) => each.id === node.cluster) ?? null
        return cluster === undefined ? null : { title: `${node.name}, drawn as one`, isAddress: false, sentence: clusterSentence(cluster, explained) }
      }
      if (record === undefined) {
        const title = node.name ?? shortAddress(node.id)
        return { title, isAddress: node.name === null, sentence: 'Added by hand: not one of the wallets of this snapshot.' }
      }
      const sentence = nodeSentence(node, record.balance, snapshot.token_metadata.symbol)
      return { title: nameOf(node.id, names), isAddress: node.name === null, sentence: node.creator ? `Creator of the token. ${sentence}` : sentence }
    }
    case 'link': {
      const link = elements.links.find(({ id }) => id === hover.id)
      if (link === undefined) return null
      return {
        title: `${nameOf(link.source, names)} – ${nameOf(link.target, names)}`,
        isAddress: false,
        sentence:
          link.count > 1
            ? `${link.count} links drawn as one; the strongest: ${linkSentence(link.record, snapshot, names)}`
            : linkSentence(link.record, snapshot, names),
      }
    }
    case 'cluster': {
      const cluster = elements.clusters.find((each) => String(each.id) === hover.id)
      if (cluster === undefined) return null
      const explained = clusters?.clusters.find((each) => each.id === cluster.id) ?? null
      return { title: `Cluster ${cluster.id + 1}, ${formatPercent(cluster.pct)}`, isAddress: false, sentence: clusterSentence(cluster, explained) }
    }
  }
}
