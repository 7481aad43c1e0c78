import { useEffect, useState } from 'react'
import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { usePageActions } from '../../stores/page-actions.ts'
import { useSelection } from '../../stores/selection.ts'
import { countOf } from '../../format/number.ts'
import { exactTime } from '../../format/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import type { GraphElements } from '../elements/elements.ts'
import { computeHighlight } from '../elements/highlight.ts'
import type { GraphFileKind } from '../export/save-graph.ts'
import { pickElements, shownElements } from '../elements/filter.ts'
import { currentScene } from '../painting/current-scene.ts'
import { computeHulls, type Scene } from '../painting/scene.ts'
import { useLatest } from '../interaction/use-latest.ts'
import { useStage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'

const FILES: readonly { readonly id: GraphFileKind; readonly label: string; readonly hint: string }[] = [
  { id: 'png', label: 'Image', hint: 'PNG' },
  { id: 'svg', label: 'Vector image', hint: 'SVG' },
  { id: 'json', label: 'Wallets and links', hint: 'JSON' },
  { id: 'gexf', label: 'Graph for Gephi', hint: 'GEXF' },
  { id: 'graphml', label: 'Graph for yEd, NetworkX, igraph', hint: 'GraphML' },
  { id: 'csv', label: 'Links', hint: 'CSV' },
]

/** Saves the graph as it is on screen, or only its selection. Images include legend, token, time and coverage. */
export function ExportMenu({ snapshot }: { snapshot: SnapshotRecord }) {
  const stage = useStage()
  const selection = useSelection((state) => state)
  const [wantsSelection, setWantsSelection] = useState(false)
  const selected = computeHighlight(selection, stage.shown)
  const alone = wantsSelection && selected !== null
  const name = `${fileNamePart(snapshot.token_metadata.symbol || snapshot.token_address)}-${exactTime(snapshot.timestamp).slice(0, 10)}${alone ? '-selection' : '-graph'}`
  const onlySelected = (elements: GraphElements): GraphElements => {
    const chosen = alone ? computeHighlight(selection, elements) : null
    if (chosen === null) return elements
    const links = new Set(chosen.links)
    return pickElements(
      elements,
      (node) => chosen.nodes.has(node.id),
      (link) => links.has(link),
    )
  }
  const drawn = (): Scene => {
    const scene = currentScene(stage)
    const elements = onlySelected(scene.elements)
    return elements === scene.elements ? scene : { ...scene, elements, hulls: computeHulls(elements, scene.positions) }
  }
  // Data files contain every wallet, including those of a cluster drawn as one node.
  const exported = (): GraphElements => {
    const { off, hidden } = useGraphView.getState()
    const members = stage.elements.nodes.flatMap((node) => (hidden.has(node.id) ? node.members : []))
    return onlySelected(shownElements(stage.whole, { off, hidden: new Set([...hidden, ...members]) }))
  }
  const save = async (kind: GraphFileKind): Promise<void> => {
    try {
      const { saveGraph } = await import('../export/save-graph.ts')
      await saveGraph(kind, { snapshot, name, font: stage.theme.font, drawn, elements: exported, positions: () => readPositions(stage.cy) })
    } catch {
      showToast('The graph could not be saved. Check that the service runs, then try again.', 'critical')
    }
  }
  const files = FILES.map((file) => ({ ...file, onSelect: () => void save(file.id) }))
  usePaletteExports(files)
  return (
    <Menu
      label="Export the graph"
      trigger={<Button kind="quiet" icon="download" text="Export" />}
      items={[
        ...files,
        {
          id: 'selection',
          label: 'Only the selection',
          ...(selected === null ? {} : { hint: countOf(selected.nodes.size, 'wallet') }),
          checked: alone,
          disabled: selected === null,
          staysOpen: true,
          onSelect: () => setWantsSelection(!alone),
        },
      ]}
    />
  )
}

interface FileItem {
  readonly label: string
  readonly hint: string
  readonly onSelect: () => void
}

/** Also offers the exports in the command palette. */
function usePaletteExports(files: readonly FileItem[]): void {
  const latest = useLatest(files)
  useEffect(() => {
    const actions = latest.current.map(({ label, hint }, i) => ({
      name: `Export graph: ${label} (${hint})`,
      run: () => latest.current[i]?.onSelect(),
    }))
    usePageActions.setState({ actions })
    return () => usePageActions.setState({ actions: [] })
  }, [latest])
}

/** Keeps only characters that every file system accepts. */
function fileNamePart(text: string): string {
  const kept = text.replace(/[^\p{L}\p{N}_-]+/gu, '')
  return kept === '' ? 'token' : kept
}
