export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  __InternalSupabase: {
    PostgrestVersion: "14"
  }
  graphql_public: {
    Tables: { [_ in never]: never }
    Views: { [_ in never]: never }
    Functions: { [_ in never]: never }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
  public: {
    Tables: {
      short_links: {
        Row: {
          created_at: string
          owner: string
          slug: string
          target: string
          visits: number
        }
        Insert: {
          created_at?: string
          owner: string
          slug: string
          target: string
          visits?: number
        }
        Update: {
          created_at?: string
          owner?: string
          slug?: string
          target?: string
          visits?: number
        }
        Relationships: [
          {
            foreignKeyName: "short_links_owner_fkey"
            columns: ["owner"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      visit_short_link: {
        Args: { wanted: string }
        Returns: string
      }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}

type Schemas = Omit<Database, "__InternalSupabase">
type DefaultSchema = "public"
type InSchema = { schema: keyof Schemas }
type Relations<Schema extends keyof Schemas> = Schemas[Schema]["Tables"] & Schemas[Schema]["Views"]

export type Tables<
  NameOrSchema extends keyof (Relations<DefaultSchema>) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Relations<NameOrSchema["schema"]>) : never = never,
> = NameOrSchema extends InSchema
  ? (Relations<NameOrSchema["schema"]>)[Name & keyof (Relations<NameOrSchema["schema"]>)] extends { Row: infer Type } ? Type : never
  : NameOrSchema extends keyof (Relations<DefaultSchema>)
    ? (Relations<DefaultSchema>)[NameOrSchema] extends { Row: infer Type } ? Type : never
    : never

export type TablesInsert<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["Tables"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["Tables"])[Name & keyof (Schemas[NameOrSchema["schema"]]["Tables"])] extends { Insert: infer Type } ? Type : never
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"])
    ? (Schemas[DefaultSchema]["Tables"])[NameOrSchema] extends { Insert: infer Type } ? Type : never
    : never

export type TablesUpdate<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["Tables"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["Tables"])[Name & keyof (Schemas[NameOrSchema["schema"]]["Tables"])] extends { Update: infer Type } ? Type : never
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"])
    ? (Schemas[DefaultSchema]["Tables"])[NameOrSchema] extends { Update: infer Type } ? Type : never
    : never

export type Enums<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["Enums"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["Enums"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["Enums"])[Name & keyof (Schemas[NameOrSchema["schema"]]["Enums"])]
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["Enums"])
    ? (Schemas[DefaultSchema]["Enums"])[NameOrSchema]
    : never

export type CompositeTypes<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["CompositeTypes"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["CompositeTypes"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["CompositeTypes"])[Name & keyof (Schemas[NameOrSchema["schema"]]["CompositeTypes"])]
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["CompositeTypes"])
    ? (Schemas[DefaultSchema]["CompositeTypes"])[NameOrSchema]
    : never

export const Constants = {
  graphql_public: {
    Enums: {},
  },
  public: {
    Enums: {},
  },
} as const
