/** What decides how a body is read. */
export interface BodyRules {
  /** `columns=` names the keys: objects need not be alike. */
  columnsGiven: boolean;
  /** A function takes any JSON and raw bytes; a relation takes rows. */
  forFunction: boolean;
}
