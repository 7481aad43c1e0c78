import { messageTone } from './scan-labels.ts'
import styles from './ScanView.module.css'

const RADIUS = 52
/** Three quarters of a circle, open at the bottom. */
const WHOLE = 0.75 * 2 * Math.PI * RADIUS
const BANDS = [60, 80]

/** The score with its bands: below 60, below 80, above. */
export function ScoreDial({ score, message }: { score: number; message: string }) {
  const arc = (share: number): string => `${share * WHOLE} ${2 * Math.PI * RADIUS}`
  return (
    <svg className={styles.dial} viewBox="0 0 128 112" role="img" aria-label={`Score ${score} of 100: ${message}`}>
      <title>{`100: no issues found. Below ${BANDS[1]}: caution. Below ${BANDS[0]}: high risk.`}</title>
      <g transform="rotate(135 64 64)">
        <circle className={styles.dialTrack} cx="64" cy="64" r={RADIUS} strokeDasharray={arc(1)} />
        <circle className={styles.dialFill} data-tone={messageTone(message)} cx="64" cy="64" r={RADIUS} strokeDasharray={arc(score / 100)} />
        {BANDS.map((band) => (
          <line
            key={band}
            className={styles.dialBand}
            x1={64 + RADIUS - 7}
            x2={64 + RADIUS + 7}
            y1="64"
            y2="64"
            transform={`rotate(${(band / 100) * 270} 64 64)`}
          />
        ))}
      </g>
      <text className={styles.dialScore} x="64" y="68">
        {score}
      </text>
      <text className={styles.dialWord} data-tone={messageTone(message)} x="64" y="88">
        {message}
      </text>
    </svg>
  )
}
