#include "expression.h"

extern "C" {
size_t shl_number_parse(const char *text, double *value);
}

#include <muParserBase.h>

#define FP_FAST_FMA 1 // without it sleef.h hides the functions that are the same on every machine
#include <sleef.h>

#include <cmath>
#include <cstdio>

namespace
{

using Unary = double (*)(double);
using Binary = double (*)(double, double);

// SLEEF's functions return a const double, which is another type.
template <auto function> double of1(double a) { return function(a); }
template <auto function> double of2(double a, double b) { return function(a, b); }

const struct {
    const char *name;
    Unary function;
} unary[] = {
    {"sin", of1<Sleef_finz_sind1_u10purecfma>},      {"cos", of1<Sleef_finz_cosd1_u10purecfma>},
    {"tan", of1<Sleef_finz_tand1_u10purecfma>},      {"asin", of1<Sleef_finz_asind1_u10purecfma>},
    {"acos", of1<Sleef_finz_acosd1_u10purecfma>},    {"atan", of1<Sleef_finz_atand1_u10purecfma>},
    {"exp", of1<Sleef_finz_expd1_u10purecfma>},      {"log", of1<Sleef_finz_logd1_u10purecfma>},
    {"log10", of1<Sleef_finz_log10d1_u10purecfma>},  {"sqrt", [](double a) { return std::sqrt(a); }},
    {"abs", [](double a) { return std::fabs(a); }},  {"floor", [](double a) { return std::floor(a); }},
    {"ceil", [](double a) { return std::ceil(a); }}, {"round", [](double a) { return std::round(a); }},
};

const struct {
    const char *name;
    Binary function;
} binary[] = {
    {"atan2", of2<Sleef_finz_atan2d1_u10purecfma>},
    {"pow", of2<Sleef_finz_powd1_u10purecfma>},
    {"mod", [](double a, double b) { return a - b * std::floor(a / b); }},
    {"min", [](double a, double b) { return b < a ? b : a; }},
    {"max", [](double a, double b) { return a < b ? b : a; }},
};

int number(const char *text, int *position, double *value)
{
    const size_t length = shl_number_parse(text, value);
    *position += static_cast<int>(length);
    return length > 0;
}

class Parser final : public mu::ParserBase
{
  public:
    Parser()
    {
        EnableBuiltInOprt(false); // its power is the C library's
        AddValIdent(number);
        InitCharSets();
        InitFun();
        InitConst();
        InitOprt();
    }

  private:
    void InitCharSets() override
    {
        DefineNameChars("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        DefineOprtChars("+-*/^");
        DefineInfixOprtChars("+-");
    }
    void InitFun() override
    {
        for (const auto &entry : unary) {
            DefineFun(entry.name, entry.function);
        }
        for (const auto &entry : binary) {
            DefineFun(entry.name, entry.function);
        }
    }
    void InitConst() override { DefineConst("pi", 3.14159265358979323846); }
    void InitOprt() override
    {
        DefineOprt(
            "+", [](double a, double b) { return a + b; }, mu::prADD_SUB);
        DefineOprt(
            "-", [](double a, double b) { return a - b; }, mu::prADD_SUB);
        DefineOprt(
            "*", [](double a, double b) { return a * b; }, mu::prMUL_DIV);
        DefineOprt(
            "/", [](double a, double b) { return a / b; }, mu::prMUL_DIV);
        DefineOprt("^", of2<Sleef_finz_powd1_u10purecfma>, mu::prPOW, mu::oaRIGHT);
        DefineInfixOprt("-", [](double a) { return -a; });
        DefineInfixOprt("+", [](double a) { return a; });
    }
};

} // namespace

struct ShlExpression {
    Parser parser;
};

ShlExpression *shl_expression_create(void)
{
    try {
        return new ShlExpression;
    } catch (...) { // of C++ only memory can be short here
        return nullptr;
    }
}

void shl_expression_destroy(ShlExpression *expression) { delete expression; }

bool shl_expression_evaluate(ShlExpression *expression, const char *text, double *value, char *problem, size_t size)
{
    try {
        expression->parser.SetExpr(text);
        int results = 0;
        const double *values = expression->parser.Eval(results);
        if (results != 1) {
            std::snprintf(problem, size, "it has %d values", results);
            return false;
        }
        *value = values[0];
    } catch (const mu::ParserError &error) {
        std::snprintf(problem, size, "%s", error.GetMsg().c_str());
        return false;
    } catch (const std::exception &error) {
        std::snprintf(problem, size, "%s", error.what());
        return false;
    }
    if (!std::isfinite(*value)) {
        std::snprintf(problem, size, "its value is %s", std::isnan(*value) ? "not a number" : "infinite");
        return false;
    }
    return true;
}
