import { useId, useState } from 'react'
import { formatDuration } from '../../format/time.ts'
import { tryThreshold, useTrial } from '../../stores/trial.ts'
import { IconButton } from '../../ui/Button.tsx'
import styles from './RulesPanel.module.css'
import { SLIDER_STEPS, sliderPosition, sliderValue, toStep, type Rule } from './threshold-slider.ts'

/** One threshold: slider, exact value and reset. */
export function Threshold({ rule }: { readonly rule: Rule }) {
  const id = useId()
  const tried = useTrial((trial) => trial.changes[rule.key])
  const value = tried ?? rule.value
  const [typed, setTyped] = useState<string | null>(null)
  const change = (next: number): void => tryThreshold(rule.key, next, rule.value)
  const finish = (): void => {
    const number = Number(typed)
    if (typed !== null && typed.trim() !== '' && Number.isFinite(number)) change(toStep(rule, number))
    setTyped(null)
  }
  return (
    <div className={styles['rule']} data-changed={tried !== undefined || rule.value !== rule.default}>
      <label className={styles['title']} htmlFor={id} title={rule.key}>
        {rule.title}
      </label>
      <input
        type="range"
        className={styles['slider']}
        aria-label={rule.title}
        aria-valuetext={formatValue(rule, value)}
        min={0}
        max={SLIDER_STEPS}
        step={1}
        value={sliderPosition(rule, value)}
        onChange={(event) => change(sliderValue(rule, Number(event.target.value)))}
        onKeyDown={(event) => {
          const by = STEP_KEYS[event.key]
          if (by === undefined) return
          // Keys move by threshold steps, because one slider step may be smaller than that.
          event.preventDefault()
          change(stepBy(rule, value, by))
        }}
      />
      <input
        id={id}
        type="text"
        inputMode="decimal"
        className={styles['field']}
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
        }}
      />
      <span className={styles['unit']} title={rule.unit}>
        {rule.unit === 'seconds' ? secondsText(value) : rule.unit}
      </span>
      {value === rule.default ? (
        <span className={styles['shipped']} />
      ) : (
        <IconButton
          size="small"
          icon="refresh"
          label={`Reset to default (${formatValue(rule, rule.default)})`}
          onClick={() => change(rule.default)}
        />
      )}
    </div>
  )
}

const STEP_KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** The next slider position with a different value. */
function stepBy(rule: Rule, value: number, by: number): number {
  const at = sliderPosition(rule, value)
  for (let next = at + by; next >= 0 && next <= SLIDER_STEPS; next += Math.sign(by)) {
    const found = sliderValue(rule, next)
    if (found !== value && Math.sign(found - value) === Math.sign(by)) return found
  }
  return value
}

/** Shows a field of seconds in its larger unit: "s = 6 mo". Below a minute just "s". */
function secondsText(value: number): string {
  return value < 60 ? 's' : `s = ${formatDuration(value)}`
}

function formatValue(rule: Rule, value: number): string {
  return rule.unit === 'seconds' ? formatDuration(value) : `${value} ${rule.unit}`
}
