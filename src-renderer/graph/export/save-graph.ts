import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { toGexf } from '../../../src-shared/graph-files/gexf.ts'
import { graphFileOf, type GraphFile } from '../../../src-shared/graph-files/graph-file.ts'
import { toGraphml } from '../../../src-shared/graph-files/graphml.ts'
import { tokenName } from '../../../src-shared/domain/shown.ts'
import { exactTime } from '../../format/time.ts'
import { saveBytes, saveText } from '../../ui/save-file.ts'
import { showToast } from '../../ui/Toast.tsx'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { measureWith } from '../painting/measure-text.ts'
import type { Scene } from '../painting/scene.ts'
import { linksToCsv, toJson } from './data.ts'
import { toPng } from './png.ts'
import { createSheet, type Sheet } from './sheet.ts'
import { toSvg } from './svg.ts'

export type GraphFileKind = 'png' | 'svg' | 'json' | 'gexf' | 'graphml' | 'csv'

export interface GraphToSave {
  readonly snapshot: SnapshotRecord
  /** Name of the file, without its extension. */
  readonly name: string
  /** Font of the text in images. */
  readonly font: string
  readonly drawn: () => Scene
  /** Every wallet, including those of a cluster drawn as one node. */
  readonly elements: () => GraphElements
  readonly positions: () => Positions
}

/** The module is loaded when the first file is saved. */
export function saveGraph(kind: GraphFileKind, graph: GraphToSave): Promise<void> {
  const { snapshot, name } = graph
  switch (kind) {
    case 'png':
      return savePng(graph)
    case 'svg':
      return saveText(`${name}.svg`, toSvg(sheetOf(graph), titleOf(snapshot)), 'image/svg+xml')
    case 'json':
      return saveText(`${name}.json`, toJson(graph.elements(), graph.positions(), snapshot), 'application/json')
    case 'gexf':
      return saveText(`${name}.gexf`, toGexf(fileOf(graph)), 'application/gexf+xml')
    case 'graphml':
      return saveText(`${name}.graphml`, toGraphml(fileOf(graph)), 'application/graphml+xml')
    case 'csv':
      return saveText(`${name}-links.csv`, linksToCsv(graph.elements(), snapshot), 'text/csv')
  }
}

async function savePng(graph: GraphToSave): Promise<void> {
  try {
    await saveBytes(`${graph.name}.png`, await toPng(sheetOf(graph)), 'image/png')
  } catch (error) {
    showToast(error instanceof Error ? error.message : 'The image could not be saved.', 'critical')
  }
}

const sheetOf = ({ drawn, snapshot, font }: GraphToSave): Sheet => createSheet(drawn(), snapshot, measureWith(font))
const titleOf = ({ token_metadata, timestamp }: SnapshotRecord): string => `Who holds ${tokenName(token_metadata)}, ${exactTime(timestamp)}`

function fileOf({ snapshot, elements, positions }: GraphToSave): GraphFile {
  const { nodeById, links } = elements()
  return graphFileOf(snapshot, {
    addresses: new Set(nodeById.keys()),
    links: new Set(links.map((link) => link.record)),
    places: positions(),
  })
}
