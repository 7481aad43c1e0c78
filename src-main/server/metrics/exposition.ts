import { BUCKETS, type Histograms } from './histogram.ts'

/** Figures in Prometheus' text format 0.0.4. */

export type Labels = Readonly<Record<string, string | number>>
export type Sample = readonly [labels: Labels, value: number]

/** Backslash, quote and line end would break a line. */
const quoted = (value: string | number): string => `"${String(value).replace(/[\\"\n]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`))}"`

const labelled = (name: string, labels: Labels): string => {
  const entries = Object.entries(labels)
  return entries.length === 0 ? name : `${name}{${entries.map(([label, value]) => `${label}=${quoted(value)}`).join(',')}}`
}

const head = (name: string, kind: string, help: string): string => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`

export function family(name: string, kind: 'counter' | 'gauge', help: string, samples: Iterable<Sample>): string {
  let text = head(name, kind, help)
  for (const [labels, value] of samples) text += `${labelled(name, labels)} ${value}\n`
  return text
}

/** @param label what the histograms are told apart by */
export function histogramFamily(name: string, help: string, label: string, { all }: Histograms): string {
  let text = head(name, 'histogram', help)
  for (const [value, histogram] of all) {
    const counts = histogram.cumulative()
    const ends = [...BUCKETS, '+Inf']
    counts.forEach((count, index) => {
      text += `${labelled(`${name}_bucket`, { [label]: value, le: ends[index] ?? '+Inf' })} ${count}\n`
    })
    text += `${labelled(`${name}_sum`, { [label]: value })} ${histogram.sum}\n${labelled(`${name}_count`, { [label]: value })} ${counts.at(-1) ?? 0}\n`
  }
  return text
}
