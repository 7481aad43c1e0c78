import { Field, Select, TextInput } from '../../ui/Field.tsx'
import styles from './Watch.module.css'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, text: string])[]
  readonly onChange: (value: T) => void
}

export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label}>
      <Select aria-label={label} value={value} options={options} onChoose={onChange} />
    </Field>
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
    <Field label={label}>
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
    </Field>
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
    <Field label={label} className={styles['wide']}>
      <TextInput required maxLength={400} value={value} placeholder={placeholder} onText={(text) => onChange(text.trim())} />
    </Field>
  )
}
