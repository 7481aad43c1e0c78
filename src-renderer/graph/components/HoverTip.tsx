import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { shortAddress } from '../../format/address.ts'
import { formatPercent } from '../../format/number.ts'
import { useStage } from '../stage.ts'
import { useGraphView, type Hover } from '../view-store.ts'
import { statedBalance } from '../../../src-shared/domain/snapshot-diff.ts'
import { describeCluster, describeLink, walletName, describeNode } from '../descriptions.ts'
import styles from './HoverTip.module.css'

const AWAY = 14

interface Props {
  readonly snapshot: SnapshotRecord
  readonly clusters: ExplainedClusters | null
}

/** A sentence next to the pointer about the element under it. */
export function HoverTip({ snapshot, clusters }: Props) {
  const { host } = useStage()
  const hover = useGraphView((view) => view.hover)
  const tip = useTip(hover, snapshot, clusters)
  const box = useRef<HTMLDivElement>(null)
  const pointer = useRef({ x: 0, y: 0 })
  const reposition = useCallback((): void => {
    const element = box.current
    if (element === null) return
    const { x, y } = pointer.current
    const left = x + AWAY + element.offsetWidth > host.clientWidth ? x - AWAY - element.offsetWidth : x + AWAY
    const top = y + AWAY + element.offsetHeight > host.clientHeight ? y - AWAY - element.offsetHeight : y + AWAY
    element.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`
  }, [host])
  useEffect(() => {
    const move = (event: PointerEvent): void => {
      const bounds = host.getBoundingClientRect()
      pointer.current = { x: event.clientX - bounds.left, y: event.clientY - bounds.top }
      reposition()
    }
    host.addEventListener('pointermove', move)
    return () => host.removeEventListener('pointermove', move)
  }, [host, reposition])
  useLayoutEffect(reposition)
  if (tip === null) return null
  return (
    <div ref={box} className={styles['tip']} role="presentation">
      <strong className={tip.isAddress ? 'mono' : undefined}>{tip.title}</strong>
      <p>{tip.sentence}</p>
    </div>
  )
}

interface Tip {
  readonly title: string
  readonly isAddress: boolean
  readonly sentence: string
}

function useTip(hover: Hover | null, snapshot: SnapshotRecord, clusters: ExplainedClusters | null): Tip | null {
  const { elements, whole } = useStage()
  const isPointing = hover !== null
  // A map of thousands of names would slow down each step of the slider, so it is built only while pointing.
  const names = useMemo(() => new Map(isPointing ? snapshot.nodes.map((node) => [node.address, node]) : []), [snapshot, isPointing])
  if (hover === null) return null
  switch (hover.kind) {
    case 'node': {
      const [node, record] = [elements.nodeById.get(hover.id), names.get(hover.id)]
      if (node === undefined) return null
      if (node.kind === 'group') {
        const cluster = whole.clusters.find((each) => each.id === node.cluster)
        const explained = clusters?.clusters.find((each) => each.id === node.cluster) ?? null
        return cluster === undefined ? null : { title: `${node.name}, drawn as one`, isAddress: false, sentence: describeCluster(cluster, explained) }
      }
      if (record === undefined) {
        const title = node.name ?? shortAddress(node.id)
        return { title, isAddress: node.name === null, sentence: 'You added this wallet. It is not in the snapshot.' }
      }
      const sentence = describeNode(node, statedBalance(snapshot, record), snapshot.token_metadata.symbol)
      return {
        title: walletName(node.id, names),
        isAddress: node.name === null,
        sentence: node.creator ? `Creator of the token. ${sentence}` : sentence,
      }
    }
    case 'link': {
      const link = elements.links.find(({ id }) => id === hover.id)
      if (link === undefined) return null
      return {
        title: `${walletName(link.source, names)} – ${walletName(link.target, names)}`,
        isAddress: false,
        sentence:
          link.count > 1
            ? `${link.count} links drawn as one; the strongest: ${describeLink(link.record, snapshot, names)}`
            : describeLink(link.record, snapshot, names),
      }
    }
    case 'cluster': {
      const cluster = elements.clusters.find((each) => String(each.id) === hover.id)
      if (cluster === undefined) return null
      const explained = clusters?.clusters.find((each) => each.id === cluster.id) ?? null
      return { title: `Cluster ${cluster.id + 1}, ${formatPercent(cluster.pct)}`, isAddress: false, sentence: describeCluster(cluster, explained) }
    }
  }
}
