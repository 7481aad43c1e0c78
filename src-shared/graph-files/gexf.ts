import { hasDirection, LINK_FIELDS, linkWeight, NODE_FIELDS, nodeColor, nodeSize, type Field, type GraphFile } from './graph-file.ts'
import { xmlText } from './xml-text.ts'

/**
 * GEXF 1.3 (gexf.net/1.3), which Gephi opens. `kind` keeps parallel links apart. The weight of an edge is its number of movements, since amounts of
 * different tokens do not compare. Pure.
 */
export function toGexf(file: GraphFile): string {
  const nodes = file.nodes.map((node) => {
    const point = file.positions.get(node.address)
    // GEXF counts y upwards, a screen downwards.
    const position = point === undefined ? '' : `<viz:position x="${roundToTenth(point.x)}" y="${roundToTenth(-point.y)}" z="0"/>`
    const label = xmlText(node.label ?? node.address)
    return `<node id="${xmlText(node.address)}" label="${label}">${valuesOf(node, NODE_FIELDS)}${look(node)}${position}</node>`
  })
  const edges = file.links.map((link, index) => {
    const ends = `source="${xmlText(link.source)}" target="${xmlText(link.target)}"`
    const type = !hasDirection(link) ? 'undirected' : link.backward > 0 ? 'mutual' : 'directed'
    const weight = linkWeight(link)
    const weighs = weight === null ? '' : ` weight="${weight}"`
    return `<edge id="e${index}" ${ends} type="${type}"${weighs} kind="${xmlText(`${link.kind} ${link.token}`)}">${valuesOf(link, LINK_FIELDS)}</edge>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">',
    `<meta lastmodifieddate="${new Date(file.timestamp * 1000).toISOString().slice(0, 10)}">`,
    `<creator>Holderscope</creator><description>${xmlText(`${file.title}. ${file.description}`)}</description>`,
    '</meta>',
    '<graph defaultedgetype="directed" mode="static">',
    `<attributes class="node" mode="static">${declare(NODE_FIELDS)}</attributes>`,
    `<attributes class="edge" mode="static">${declare(LINK_FIELDS)}</attributes>`,
    '<nodes>',
    ...nodes,
    '</nodes>',
    '<edges>',
    ...edges,
    '</edges>',
    '</graph>',
    '</gexf>\n',
  ].join('\n')
}

function declare(fields: readonly Field<never>[]): string {
  return fields.map(({ id, type }) => `<attribute id="${id}" title="${id}" type="${type === 'int' ? 'integer' : type}"/>`).join('')
}

function valuesOf<Of>(of: Of, fields: readonly Field<Of>[]): string {
  const known = fields.flatMap(({ id, read }) => {
    const value = read(of)
    return value === null ? [] : [`<attvalue for="${id}" value="${xmlText(String(value))}"/>`]
  })
  return `<attvalues>${known.join('')}</attvalues>`
}

/** Colour and size in Gephi. */
function look(node: Parameters<typeof nodeColor>[0] & Parameters<typeof nodeSize>[0]): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(nodeColor(node).slice(at, at + 2), 16))
  return `<viz:color r="${r}" g="${g}" b="${b}"/><viz:size value="${nodeSize(node)}"/>`
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10 || 0
}
