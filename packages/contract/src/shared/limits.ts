/** Numbers that both sides must agree on. Durations are milliseconds unless the name says otherwise. */
export const POLL = {
  setup: 4_000,
  connecting: 4_000,
  connectingTimeout: 2_000,
  pausingDelay: 4_000,
  pausing: 2_000,
  restoring: 4_000,
  restarting: 4_000,
  upgrading: 5_000,
  jwtSecret: 1_000,
  storageArchive: 5_000,
  /** Files that are being written for download. */
  backupFile: 2_000,
} as const;

/** Help on the setup page appears after this long. */
export const SETUP_HELP_AFTER = 120_000;
export const COPIED_LABEL = 2_000;
/** A revealed key is hidden again after this long. */
export const KEY_CLEAR_DELAY = 2_000;
export const EDITOR_FOCUS_DELAY = 500;
/** A diff in the editor is drawn once the changed text has rested this long. */
export const EDITOR_DIFF_DELAY = 300;
export const AI_PROMPT_FOCUS_DELAY = 100;

/** Row limits offered by the SQL editor; -1 is "No limit". */
export const ROW_LIMITS = [-1, 100, 500, 1_000] as const;
export const DEFAULT_ROW_LIMIT = 100;

/** What one run of the SQL editor shows at most per result; further rows are counted, not sent. */
export const MAX_SHOWN_ROWS = 10_000;
export const MAX_SHOWN_BYTES = 32 * 1024 * 1024;

/** Snippets answered at once. */
export const SNIPPET_PAGE_SIZE = 100;
/** A changed snippet is saved this long after the last key. */
export const SNIPPET_SAVE_DELAY = 1_000;
/** Deleted snippets and reports can be brought back for so many days. */
export const CONTENT_GRACE_DAYS = 30;
/** Snippets and reports one person keeps in a project. */
export const MAX_CONTENT_ITEMS = 10_000;
/** Folders one person keeps in a project. */
export const MAX_CONTENT_FOLDERS = 1_000;
export const MAX_REPORT_CARDS = 60;
/** Columns of a report's grid. */
export const REPORT_COLUMNS = 12;

/** Largest SQL text accepted in one run, in bytes. */
export const MAX_SQL_BYTES = 4 * 1024 * 1024;

export const FREE_RESTORE_WINDOW_DAYS = 90;
/** Days that backups are kept, by plan. */
export const BACKUP_RETENTION_DAYS = { free: 7, pro: 7, team: 14, enterprise: 30 } as const;
/** Share of the disk quota from which on the database takes no writes. */
export const READ_ONLY_DISK_SHARE = 0.95;
/** Resource warnings are asked for anew after this long. */
export const WARNINGS_CACHE = 3_600_000;
export const NAME_MAX_LENGTH = 256;
/** The name of a snippet or report that nobody has named. */
export const UNTITLED = 'Untitled';
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 256;

export const JWT_SECRET_MIN_LENGTH = 32;
export const JWT_SECRET_MAX_LENGTH = 512;
export const API_KEY_DESCRIPTION_MAX_LENGTH = 512;
/** Publishable and secret keys of a project together. */
export const MAX_API_KEYS = 100;
/** Access keys for the S3 protocol of a project. */
export const MAX_STORAGE_KEYS = 50;
/** Signing keys of a project, revoked ones included. */
export const MAX_SIGNING_KEYS = 20;
/** How long a signing key must have been revoked before it can be deleted: nobody holds it in a cache then. */
export const SIGNING_KEY_DELETE_DELAY = 600_000;
/** Largest row limit of the Data API. */
export const MAX_API_ROWS = 1_000_000;
/** Largest file of a project's storage while nobody has set it, and the most that can be set. */
export const DEFAULT_STORED_FILE_BYTES = 52_428_800;
export const MAX_STORED_FILE_BYTES = 536_870_912_000;
/** The largest quota of a bucket or of a project's storage. */
export const MAX_STORAGE_QUOTA_BYTES = 999_999_999_999_999;
/** Buckets whose use is told one by one, the largest. */
export const MAX_BUCKETS_IN_USAGE = 200;
export const AUTH_USERS_PER_PAGE = 50;

export const EDITOR_TAB_SIZE = 2;
export const EDITOR_FONT_SIZE = 13;
/** The field for a prompt is at least so many lines of so many pixels high. */
export const AI_PROMPT_LINES = 3;
export const AI_PROMPT_LINE_HEIGHT = 20;

/** What the examples of the API docs ask for. Times in seconds. */
export const DOCS_EXAMPLES = {
  listLimit: 100,
  firstRow: 0,
  lastRow: 9,
  signedUrlExpiry: 60,
  cacheControl: 3_600,
} as const;
