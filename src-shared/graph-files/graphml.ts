import { hasDirection, LINK_FIELDS, NODE_FIELDS, type Field, type GraphFile } from './graph-file.ts'
import { xmlText } from './xml-text.ts'

/** GraphML (graphml.graphdrawing.org), which NetworkX, igraph, yEd and Gephi open. Unknown values are left out. Pure. */
export function toGraphml(file: GraphFile): string {
  const nodes = file.nodes.map((node) => {
    const point = file.positions.get(node.address)
    const at = point === undefined ? '' : `<data key="x">${Math.round(point.x * 10) / 10}</data><data key="y">${Math.round(point.y * 10) / 10}</data>`
    const label = `<data key="label">${xmlText(node.label ?? node.address)}</data>`
    return `<node id="${xmlText(node.address)}">${label}${valuesOf('n', node, NODE_FIELDS)}${at}</node>`
  })
  const edges = file.links.map((link, index) => {
    const directed = hasDirection(link) ? '' : ' directed="false"'
    const ends = `source="${xmlText(link.source)}" target="${xmlText(link.target)}"`
    return `<edge id="e${index}" ${ends}${directed}>${valuesOf('e', link, LINK_FIELDS)}</edge>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '<key id="title" for="graph" attr.name="title" attr.type="string"/>',
    '<key id="description" for="graph" attr.name="description" attr.type="string"/>',
    '<key id="label" for="node" attr.name="label" attr.type="string"/>',
    ...declare('n', 'node', NODE_FIELDS),
    '<key id="x" for="node" attr.name="x" attr.type="double"/>',
    '<key id="y" for="node" attr.name="y" attr.type="double"/>',
    ...declare('e', 'edge', LINK_FIELDS),
    '<graph id="G" edgedefault="directed">',
    `<data key="title">${xmlText(file.title)}</data><data key="description">${xmlText(file.description)}</data>`,
    ...nodes,
    ...edges,
    '</graph>',
    '</graphml>\n',
  ].join('\n')
}

/** Keys of nodes and edges share one namespace in GraphML, so a prefix distinguishes them. */
function declare(prefix: string, of: 'node' | 'edge', fields: readonly Field<never>[]): string[] {
  return fields.map(({ id, type }) => `<key id="${prefix}_${id}" for="${of}" attr.name="${id}" attr.type="${type}"/>`)
}

function valuesOf<Of>(prefix: string, of: Of, fields: readonly Field<Of>[]): string {
  return fields
    .flatMap(({ id, read }) => {
      const value = read(of)
      return value === null ? [] : [`<data key="${prefix}_${id}">${xmlText(String(value))}</data>`]
    })
    .join('')
}
