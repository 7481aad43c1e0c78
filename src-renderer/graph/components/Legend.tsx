import { useState } from 'react'
import { formatCount } from '../../format/number.ts'
import { Icon } from '../../ui/Icon.tsx'
import { clusterColor } from '../../../src-shared/graph-files/cluster-colors.ts'
import { countRows, LINE_ROWS, NODE_ROWS, type LegendRowId } from '../elements/filter.ts'
import { linkMarks } from '../painting/marks/link-marks.ts'
import { nodeShapeMark } from '../painting/marks/node-marks.ts'
import { sampleLink, sampleNode } from '../elements/legend-samples.ts'
import { useStage } from '../stage.ts'
import { toggleRow, useGraphView } from '../view-store.ts'
import { Fact } from '../../ui/Fact.tsx'
import styles from './Legend.module.css'
import { Marks } from './Marks.tsx'

const WIDTH = 26
const HEIGHT = 16

/** The meaning of shapes and lines. A click on a row hides or shows its elements. It starts closed, because it covers part of the graph. */
export function Legend({ ruleSet }: { readonly ruleSet: string }) {
  const { elements, theme } = useStage()
  const off = useGraphView((view) => view.off)
  const [open, setOpen] = useState(false)
  const counts = countRows(elements)
  const row = (id: LegendRowId, label: string, swatch: React.ReactNode) => {
    const count = counts.get(id) ?? 0
    if (count === 0) return null
    return (
      <li key={id}>
        <button
          type="button"
          className={styles['row']}
          aria-pressed={!off.has(id)}
          onClick={() => toggleRow(id)}
          title={off.has(id) ? 'Show these' : 'Hide these'}
        >
          <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
            {swatch}
          </svg>
          <span className={styles['label']}>{label}</span>
          <span className={styles['count']}>{formatCount(count)}</span>
        </button>
      </li>
    )
  }
  return (
    <section className={styles['legend']} data-graph-overlay aria-label="Legend and filters">
      <div className={styles['top']}>
        <button type="button" className={styles['head']} aria-expanded={open} onClick={() => setOpen(!open)}>
          Legend <Icon name={open ? 'chevronDown' : 'chevronUp'} size={12} />
        </button>
        <span className={styles['rules']}>{ruleSet}</span>
      </div>
      {open ? (
        <>
          <ul>
            {NODE_ROWS.map((each) =>
              row(
                each.id,
                each.label,
                each.id === 'clustered' ? (
                  [0, 1, 2].map((i) => <circle key={i} cx={6 + i * 7} cy={HEIGHT / 2} r={5} fill={clusterColor(i, theme.mode)} />)
                ) : (
                  <Marks marks={[nodeShapeMark(sampleNode(each), { x: WIDTH / 2, y: HEIGHT / 2 }, theme)]} />
                ),
              ),
            )}
          </ul>
          <ul>
            {LINE_ROWS.map((each) =>
              row(
                each.id,
                each.label,
                <Marks
                  marks={linkMarks(
                    sampleLink(each.id),
                    { x: 0, y: HEIGHT / 2, r: 0 },
                    { x: WIDTH, y: HEIGHT / 2, r: 0 },
                    { color: each.id === 'coin' ? theme.coin : theme.link, opacity: 1, thicker: 0, arrows: true },
                    theme,
                  )}
                />,
              ),
            )}
          </ul>
          <dl className={styles['note']}>
            <Fact name="Area">share of supply</Fact>
            <Fact name="Level">share of a service</Fact>
            <Fact name="Arrow">which way it went</Fact>
            <Fact name="Width">amount, by powers of ten</Fact>
            <Fact name="Strength">how much it says of one owner</Fact>
          </dl>
        </>
      ) : null}
    </section>
  )
}
