import styles from './Watch.module.css'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, text: string])[]
  readonly onChange: (value: T) => void
}

export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        aria-label={label}
        className="input"
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value)
          if (chosen !== undefined) onChange(chosen[0])
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface NumberProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly whole?: boolean
  readonly onChange: (value: number) => void
}

/** The browser refuses to submit a form with a number outside the bounds. */
export function NumberField({ label, value, min, max, whole = false, onChange }: NumberProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className={`input num ${styles['number']}`}
        type="number"
        required
        min={min}
        max={max}
        step={whole ? 1 : 'any'}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </label>
  )
}

interface TextProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

export function TextField({ label, value, placeholder, onChange }: TextProps) {
  return (
    <label className={`field ${styles['wide']}`}>
      <span>{label}</span>
      <input
        className="input"
        required
        maxLength={400}
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    </label>
  )
}
