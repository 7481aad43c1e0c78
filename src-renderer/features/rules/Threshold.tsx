import { useId, useState } from 'react'
import { durationField, parseDuration } from '../../format/typed-duration.ts'
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
    const next = typed === null ? null : parseValue(rule, typed)
    if (next !== null) change(toStep(rule, next))
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
          // Keys move by threshold steps, because one slider step may be smaller.
          event.preventDefault()
          change(stepBy(rule, value, by))
        }}
      />
      <input
        id={id}
        type="text"
        inputMode={rule.unit === 'seconds' ? 'text' : 'decimal'}
        className={styles['field']}
        value={typed ?? (rule.unit === 'seconds' ? durationField(value) : String(value))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
        }}
      />
      <span className="quiet truncate" title={rule.unit}>
        {rule.unit === 'seconds' ? '' : rule.unit}
      </span>
      {value === rule.default ? (
        <span />
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

/** Null if the text is not a value of the rule. */
function parseValue(rule: Rule, typed: string): number | null {
  if (rule.unit === 'seconds') return parseDuration(typed)
  return typed.trim() === '' || !Number.isFinite(Number(typed)) ? null : Number(typed)
}

function formatValue(rule: Rule, value: number): string {
  return rule.unit === 'seconds' ? durationField(value) : `${value} ${rule.unit}`
}
