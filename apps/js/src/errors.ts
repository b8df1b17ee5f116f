/** What is thrown: what is wrong, and where. */
export class MapwrightError extends Error {
  override readonly name = "MapwrightError";
  /** 0 for the initial builder, i + 1 for `metas[i]`. */
  readonly stage?: number;
  /** The parameter that is wrong. */
  readonly field?: string;
  /** The known name that is most like an unknown one. */
  readonly nearest?: string;
  /** Builders that give a plane that is missing. */
  readonly providers: readonly string[];
  /** Whether another seed may succeed. */
  readonly retryable: boolean;

  constructor(fault: Fault) {
    super(fault.message);
    if (fault.stage !== undefined) this.stage = fault.stage;
    if (fault.field !== undefined) this.field = fault.field;
    if (fault.nearest !== undefined) this.nearest = fault.nearest;
    this.providers = fault.providers ?? [];
    this.retryable = fault.retryable;
  }
}

/** As the library throws it. */
export interface Fault {
  message: string;
  stage?: number;
  field?: string;
  providers?: string[];
  nearest?: string;
  retryable: boolean;
}
